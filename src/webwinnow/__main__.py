"""`python -m webwinnow` is the same program as `webwinnow`."""

from webwinnow.cli import main

if __name__ == "__main__":
    main()
