# make run [PAGE=file-or-URL]   print the main content of the bundled page, or of another
# make test                     everything that must hold: lint, types, tests
# make test-spark               the tests of the function for Spark, which needs Java and half a gigabyte
# make test-integrations        the adapters to other libraries, with the real ones, in .venv-integrations
# make test-stores              batch runs from and to object stores on this machine (S3, Google's), in .venv-stores
# make test-setup [ARGS=...]    lines of the docs that set something up, in a new clone and in bare environments: an hour and
#                               more; ARGS="-k 'run or pip'" for some of them
# make test-container           the container of the docs, built and asked; needs podman
# make test-peers               commands of the docs that ask other libraries, in .venv-peers
# make soak [KILLS=50]          a batch run, its workers and its program killed again and again: no record may be lost
# make geometry [DATA=folder]   the extension on all pages; how exactly a browser's nodes are mapped on those of a folder
# make lint                     ruff and mypy alone
# make lint-extension           what Mozilla's linter says of the browser extension; needs npm
# make lint-container           what a linter says of the container file; needs npm
# make coverage                 the tests, and whether they reach as many lines as they should
# make bench [DATA=folder]      speed, memory, growth and start beside the peers that are installed (make peers), on
#                               generated pages or on those of a package; PAGES=40: so many of them; README=yes: the
#                               run stands in benchmarks/README.md from then on
# make hostile [ARGS=...]       time, output and memory of every form on hostile pages, beside the peers that are installed
#                               (make peers); ARGS="--every 12 --sizes 0.25" for a look, --help shows the arguments
# make fuzz [MINUTES=10]        mutated pages and files for all that strangers reach, by atheris where it installs
# make docs                     write the reference pages of the docs from the code
# make site                     the documentation as a site, in build/site
# make pictures                 draw the pictures of the docs from the bundled page
# make screenshots              take the pictures of the workbench in the docs, by its tests in a browser
# make peers                    the libraries that `webwinnow evaluate --peer` compares with, in .venv-peers
# make results DATA=folder      write docs/results.md: all extractors on all pages of all packages in a folder
# make leaderboard DATA=folder  write docs/leaderboard.md and the README's table: the best of ours and the peers
#                               Both say first how long they take (half a second of processor time a page, and two
#                               thirds), go on where they were stopped, and take a sample with LIMIT=pages
# make sites OUT=folder         make packages of web pages with exact gold, by real site generators
# make wheels [SIGN=key]        what is released: a wheel for each platform (Linux, macOS, Windows, by zig's C compiler),
#                               the source archive and their checksums in dist, checked as a package index would
# make dist [SIGN=key]          the same with one wheel, for this machine
# make test-packages            what `make dist` builds, in bare environments: each Python, each extra alone, pipx and uvx
# make clean                    remove what the others made
#
# What is needed is installed once, into .venv. Two notes in there, one for use and one for development, hold what was
# installed for: where the checkout stood, its pyproject.toml and its C. While a note is true, pip is not called at all.

MAKEFLAGS += --no-print-directory
VENV := .venv
IN_VENV := $(VENV)/bin/python
WITH_PEERS := .venv-peers
WITH_ZIG := .venv-wheels
INTEGRATED := .venv-integrations
WITH_SITE := .venv-site
WITH_STORES := .venv-stores
RELEASING := .venv-release
PEERS := trafilatura resiliparse readability-lxml jusText boilerpy3 "newspaper4k[hi,ja,nlp,th,zh]" goose3
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# As given, never expanded again: addresses and paths may hold dollar signs, blanks and quotes.
override PAGE := $(value PAGE)
override DATA := $(value DATA)
override OUT := $(value OUT)
export PAGE DATA OUT

state = { pwd -P; cat pyproject.toml native/*; }
fresh = $(state) | cmp -s - "$(VENV)/$(1)" && "$(IN_VENV)" -c "" 2>/dev/null
note = $(state) > "$(VENV)/$(1)"

.PHONY: run test lint coverage bench hostile fuzz docs pictures results leaderboard sites peers browser clean
.PHONY: lint-extension lint-container geometry test-setup test-container test-stores test-peers test-spark test-integrations test-packages soak site screenshots wheels dist
.PHONY: for-use for-development environment releasing

run: for-use
	@if [ -n "$$PAGE" ]; then set -- -- "$$PAGE"; else set -- --example; fi; "$(IN_VENV)" -m webwinnow extract "$$@"

# A file stays with one process, so that what its tests share is made once.
test: lint browser
	"$(IN_VENV)" -m pytest -n auto --dist loadfile

test-spark: for-development
	"$(IN_VENV)" -m pip install --quiet --group spark >&2
	WEBWINNOW_TEST_SPARK=1 "$(IN_VENV)" -m pytest tests/batch/test_pipelines.py -k spark

# A gigabyte of libraries, some of which want other versions than the proxy does.
test-integrations: for-use
	@"$(INTEGRATED)/bin/python" -m pip --version >/dev/null 2>&1 || "$(IN_VENV)" -m venv --clear "$(INTEGRATED)"
	@"$(INTEGRATED)/bin/python" -m pip install --quiet "pip>=25.1" >&2
	@"$(INTEGRATED)/bin/python" -m pip install --quiet --editable . --group integrations >&2
	"$(INTEGRATED)/bin/python" -m pytest tests/test_integrations.py

test-stores: for-use
	@"$(WITH_STORES)/bin/python" -m pip --version >/dev/null 2>&1 || "$(IN_VENV)" -m venv --clear "$(WITH_STORES)"
	@"$(WITH_STORES)/bin/python" -m pip install --quiet "pip>=25.1" >&2
	@"$(WITH_STORES)/bin/python" -m pip install --quiet --editable . --group stores >&2
	"$(WITH_STORES)/bin/python" -m pytest tests/batch/test_object_stores.py

test-peers: peers
	@"$(WITH_PEERS)/bin/python" -m pip install --quiet --group peers >&2
	"$(WITH_PEERS)/bin/python" -m pytest tests/test_documented_peers.py

# What was committed is tried, not what is being written.
test-setup: for-development browser
	WEBWINNOW_TEST_SETUP=1 "$(IN_VENV)" -m pytest tests/test_documented_setup.py -vv --durations=0 --durations-min=1 $(ARGS)

# podman runs without a daemon; where no registry answers, debootstrap makes the base image.
test-container: for-development
	@command -v podman >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends podman runc debootstrap >/dev/null; } || true
	WEBWINNOW_TEST_CONTAINER=1 "$(IN_VENV)" -m pytest tests/test_documented_container.py -rP

geometry: for-development browser
	WEBWINNOW_TEST_GEOMETRY=1 "$(IN_VENV)" -m pytest tests/extension tests/geometry
	"$(IN_VENV)" -m benchmarks.media_blocks
	@if [ -n "$$DATA" ]; then "$(IN_VENV)" -m benchmarks.geometry "$$DATA"; fi

# Mozilla's own check, and one of the container file, by npm.
lint-extension:
	npx --yes web-ext lint --source-dir extension

lint-container:
	npx --yes dockerfilelint Containerfile

soak: for-development
	"$(IN_VENV)" -m benchmarks.soak --kills "$${KILLS:-50}"

lint: for-development
	"$(IN_VENV)" -m ruff check .
	"$(IN_VENV)" -m ruff format --check .
	"$(IN_VENV)" -m mypy

coverage: for-development browser
	"$(IN_VENV)" -m pytest -n auto --dist loadfile --cov --cov-report=term:skip-covered

bench: for-development
	@if [ -n "$$DATA" ]; then set -- "$$DATA"; else set --; fi; \
	  if [ -x "$(WITH_PEERS)/bin/python" ]; then python="$(WITH_PEERS)/bin/python"; else python="$(IN_VENV)"; fi; \
	  PYTHONPATH=src "$$python" -m benchmarks "$$@" --pages "$${PAGES:-100}" $${README:+--readme}

hostile: for-development
	@if [ -x "$(WITH_PEERS)/bin/python" ]; then python="$(WITH_PEERS)/bin/python"; else python="$(IN_VENV)"; fi; \
	  PYTHONPATH=src "$$python" tests/hostile/growth.py $(ARGS)

# Coverage leads where atheris has a wheel; elsewhere the same mutations go on without it.
fuzz: for-development
	@"$(IN_VENV)" -c "import atheris" 2>/dev/null || "$(IN_VENV)" -m pip install --quiet --group fuzz >&2 || \
	  echo "atheris cannot be installed here: mutations go on without coverage" >&2
	"$(IN_VENV)" tests/hostile/fuzz.py --minutes "$${MINUTES:-10}" $(ARGS)

results: for-development
	"$(IN_VENV)" docs/results.py "$$DATA" $${LIMIT:+--limit "$$LIMIT"}

leaderboard: peers
	"$(WITH_PEERS)/bin/python" docs/leaderboard.py "$$DATA" $${LIMIT:+--limit "$$LIMIT"}

sites: for-development
	"$(IN_VENV)" -m benchmarks.sites -o "$${OUT:?name a folder: make sites OUT=folder}"

docs: for-development
	"$(IN_VENV)" docs/generate.py

site: for-use
	@"$(WITH_SITE)/bin/python" -m pip --version >/dev/null 2>&1 || "$(IN_VENV)" -m venv --clear "$(WITH_SITE)"
	@"$(WITH_SITE)/bin/python" -m pip install --quiet "pip>=25.1" >&2
	@"$(WITH_SITE)/bin/python" -m pip install --quiet --editable ".[similarity]" --group site >&2
	"$(WITH_SITE)/bin/python" docs/site.py
	@echo "open build/site/index.html"

pictures: for-development browser
	"$(IN_VENV)" docs/marked.py docs/pictures/marked.png
	"$(IN_VENV)" -m webwinnow explain --example -e addanag -o docs/pictures/explain-addanag.svg
	"$(IN_VENV)" -m webwinnow explain --example -e dsc -o docs/pictures/explain-dsc.svg
	"$(IN_VENV)" -m webwinnow explain --example -e "vote(2, addanag, dsc, lqf)" -o docs/pictures/explain-vote.svg

screenshots: for-development browser
	WEBWINNOW_PICTURES="$(CURDIR)/docs/pictures" "$(IN_VENV)" -m pytest tests/serve/test_workbench.py tests/serve/test_annotating.py

# An environment of their own: they need forty packages that nothing else here does, and pin versions of some.
peers: for-use
	@"$(WITH_PEERS)/bin/python" -m pip --version >/dev/null 2>&1 || "$(IN_VENV)" -m venv --clear "$(WITH_PEERS)"
	@"$(WITH_PEERS)/bin/python" -m pip install --quiet "pip>=25.1" >&2
	@"$(WITH_PEERS)/bin/python" -m pip install --quiet --editable ".[evaluate,html,similarity]" $(PEERS) >&2
	@echo "$(words $(PEERS)) peers are in $(WITH_PEERS); use the program there:"
	@echo "  $(WITH_PEERS)/bin/webwinnow evaluate examples/package -e 'lqf >> bte' --peer trafilatura -o results"

# What an index takes: all platforms. A wheel of `make dist` is for this machine, and to be tried.
wheels: releasing
	@"$(WITH_ZIG)/bin/python" -m pip --version >/dev/null 2>&1 || "$(IN_VENV)" -m venv --clear "$(WITH_ZIG)"
	@"$(WITH_ZIG)/bin/python" -m pip install --quiet "hatchling>=1.25" "ziglang>=0.13" >&2
	rm -rf dist && "$(WITH_ZIG)/bin/python" native/wheels.py dist
	$(checked)

dist: releasing
	rm -rf dist && "$(RELEASING)/bin/python" -m build --outdir dist .
	$(checked)

define checked
"$(RELEASING)/bin/python" -m twine check --strict dist/*
cd dist && sha256sum *.whl *.tar.gz > SHA256SUMS
@if [ -n "$$SIGN" ]; then gpg --local-user "$$SIGN" --armor --detach-sign dist/SHA256SUMS; fi
endef

releasing: for-use
	@"$(RELEASING)/bin/python" -m pip --version >/dev/null 2>&1 || "$(IN_VENV)" -m venv --clear "$(RELEASING)"
	@"$(RELEASING)/bin/python" -m pip install --quiet "pip>=25.1" >&2
	@"$(RELEASING)/bin/python" -m pip install --quiet --group release >&2

test-packages: dist
	"$(IN_VENV)" tests/installed.py dist $(ARGS)

clean:
	rm -rf "$(VENV)" "$(WITH_PEERS)" "$(INTEGRATED)" "$(WITH_SITE)" "$(WITH_STORES)" "$(WITH_ZIG)" "$(RELEASING)" build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

for-use:
	@if ! { $(call fresh,for-use); }; then $(MAKE) environment && \
	  "$(IN_VENV)" -m pip install --quiet --editable . >&2 && $(call note,for-use); fi

# Groups are known to pip since 25.1, and the pip that comes with Python may be older.
for-development:
	@if ! { $(call fresh,for-development); }; then $(MAKE) environment && \
	  "$(IN_VENV)" -m pip install --quiet "pip>=25.1" >&2 && \
	  "$(IN_VENV)" -m pip install --quiet --editable . --group dev >&2 && \
	  $(call note,for-use) && $(call note,for-development); fi

# Tests of pages that people look at want a real browser; where it cannot be installed, they say so and are skipped.
browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || \
	  echo "chromium is not installed: tests in a browser will be skipped" >&2

# The first Python that is new enough. Debian's own lacks ensurepip until a package brings it.
environment:
	@if "$(IN_VENV)" -m pip --version >/dev/null 2>&1; then exit 0; fi; \
	for python in "$(PYTHON)" python3.11 python3.12 python3.13 python3; do \
	  "$$python" -c "import sys; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1 || continue; \
	  found=$$python; \
	  "$$python" -c "import ensurepip, venv" >/dev/null 2>&1 || continue; \
	  echo "setting up $(VENV) with $$("$$python" --version), once" >&2; \
	  exec "$$python" -m venv --clear "$(VENV)"; \
	done; \
	if [ -n "$$found" ]; then echo "$$found cannot make environments: sudo apt install $${found##*/}-venv" >&2; \
	else echo "Python 3.11 or newer is needed: sudo apt install python3 python3-venv" >&2; fi; exit 1
