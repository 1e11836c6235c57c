import re

from webwinnow.evaluate.fingerprint import program_version
from webwinnow.version import __version__


def test_version_and_hash():
    found = program_version()
    assert re.fullmatch(re.escape(__version__) + r"\+[0-9a-f]{12}", found)
    assert program_version.__wrapped__() == found
