# Two commands do everything: `make play` and `make test`. The rest is for developers.
.PHONY: play terminal test check setup page lock outdated lint format formatted types tests fast-tests rules-compiled web-tests browser-tests screenshots chromium postgres example rules-interpreted rules-checked picture icons bench soak wheel release protocol
PY  ?= python3
BIN := .venv/bin
UV  := $(BIN)/uv pip install -q --python $(BIN)/python
unexport PYTHONDONTWRITEBYTECODE # where it is set, every start would compile numba's own sources anew: 3 s
WEB := $(shell find web -name node_modules -prune -o -type f ! -name '*.test.ts' ! -name '*.md' -print) $(wildcard src/spieltisch/games/*/*.json src/spieltisch/games/*/texts/*.json)

play: setup page
	@$(BIN)/spieltisch play
terminal: setup
	@$(BIN)/spieltisch terminal lobo77 --seats 4 --lang de

# What does not need the compiled rules is done while they are compiled; each part's words come when it is done. Some of the
# tests wait for a server or a clock: meanwhile the example is at work. Browsers keep both cores busy by themselves.
test: setup
	@$(MAKE) -s -j3 --output-sync=target rules-compiled page chromium postgres lint types web-tests rules-interpreted
	@$(MAKE) -s -j2 --output-sync=target WARM=true tests example # all is compiled by now
	@$(MAKE) -s WARM=true browser-tests
# Once set up, within two minutes: all but what takes seconds or a browser.
check: setup
	@$(MAKE) -s -j3 --output-sync=target lint types web-tests fast-tests

setup: .venv/app.stamp
page: .venv/page.stamp

# What installs the rest (uv, and what builds our own package) is pinned by hash as the rest is.
.venv/uv.stamp: requirements-build.lock
	@echo "Setting up (once, about half a minute) …"
	@$(PY) -m venv .venv && $(BIN)/pip install -q --disable-pip-version-check --require-hashes -r $< && touch $@
.venv/deps.stamp: .venv/uv.stamp requirements.lock
	@$(UV) --no-build-isolation --require-hashes -r requirements.lock && touch $@
.venv/app.stamp: .venv/deps.stamp pyproject.toml
	@$(UV) --no-deps --no-build-isolation -e . && touch $@

# The page, built into the package; only when something under web/ has changed.
.venv/npm.stamp: web/package-lock.json web/package.json | .venv/uv.stamp
	@echo "Fetching the page's parts …"
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@
.venv/page.stamp: .venv/npm.stamp $(WEB)
	@echo "Building the page …"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

lint: setup formatted
	$(BIN)/ruff check .
# Python as ruff writes it, guards that read as a table left alone; the page as prettier does.
PRETTIER := npx prettier --log-level warn --config .prettierrc.json . "../examples/**/*.{js,css}"
format: setup .venv/npm.stamp
	@$(BIN)/python .ci/format.py && cd web && $(PRETTIER) --write
formatted: setup .venv/npm.stamp
	@$(BIN)/python .ci/format.py --check && cd web && $(PRETTIER) --cache --cache-strategy content --check
types: setup
	$(BIN)/mypy

RULES := src/spieltisch/games tests/contract
CONTRACTS := $(addprefix tests/contract/,test_matches.py test_cells.py test_frames.py test_story.py)
WARM := $(BIN)/python -c "from spieltisch.warming import warm_up; warm_up()"
PYTEST := $(BIN)/python -m pytest -q --dist worksteal
tests: setup postgres rules-compiled
	$(PYTEST) -n 4 --ignore=tests/browser # for two cores: some wait for a server or a clock
fast-tests: setup postgres rules-compiled
	$(PYTEST) -n 3 --ignore=tests/browser -m "not slow"
rules-compiled: setup
	@$(WARM) # or each of the testing processes would compile all rules for itself
# The same rules as plain Python, where an index that is out of bounds is an error by itself; and all that tells of them.
# (What judges and searches, too: tests/contract/test_compiled.py.)
rules-interpreted: setup
	NUMBA_DISABLE_JIT=1 SPIELTISCH_MATCHES=1 $(BIN)/python -m pytest -q -n 2 src/spieltisch/games $(CONTRACTS)
# The same, compiled with bounds checks: as plain Python finds it, but in many more matches. Of make soak.
rules-checked: setup
	@NUMBA_BOUNDSCHECK=1 $(WARM)
	NUMBA_BOUNDSCHECK=1 SPIELTISCH_MATCHES=4 $(BIN)/python -m pytest -q -n 2 $(RULES) tests/bots

web-tests: .venv/npm.stamp
	cd web && npm run --silent check && npm run --silent test
# Real browsers against the real server.
browser-tests: setup page chromium rules-compiled
	$(PYTEST) -n 3 tests/browser
# The same, and pictures of every screen stay in tests/browser/screenshots.
screenshots: export SPIELTISCH_SCREENSHOTS := 1
screenshots: browser-tests
chromium: setup
	@$(BIN)/python tests/browser/chromium.py
postgres: setup
	@$(BIN)/python bench/engines.py

picture: setup page chromium
	@$(BIN)/python tests/browser/picture.py docs/table.webp
icons: setup chromium
	@$(BIN)/python tests/browser/icons.py web/public/favicon.svg web/public/icons

# A game in a package of its own: installed apart from everything else, so that all other tests know our games only. Its own
# tests, those of every game, its page's types, and a match in a browser.
EXAMPLE := examples/maexchen
INSTALLED := .venv/example
AS_INSTALLED := PYTHONPATH=$(INSTALLED) SPIELTISCH_GAMES=maexchen $(BIN)/python -m pytest -q
.venv/example.stamp: .venv/app.stamp $(shell find examples -type f ! -path '*/__pycache__/*')
	@rm -rf $(INSTALLED)
	@$(UV) --no-deps --no-build-isolation --target $(INSTALLED) ./$(EXAMPLE)
	@touch $@
example: .venv/example.stamp page chromium
	cd web && npx tsc -p ../$(EXAMPLE)/tsconfig.json
	$(AS_INSTALLED) $(EXAMPLE) tests/contract tests/test_words.py tests/test_rules_cited.py tests/bots \
		-k "maexchen or MX or contract"

bench: setup
	$(BIN)/python -m bench $(if $(PEER),--peer "$(PEER)")
soak: setup rules-checked
	SPIELTISCH_TABLES=all SPIELTISCH_MATCHES=5000 $(BIN)/python -m pytest -q -n 2 $(RULES)
	SPIELTISCH_KILLS=60 SPIELTISCH_FUZZ=1000000 $(BIN)/python -m pytest -q tests/server/test_kill.py tests/server/test_fuzz.py
	SPIELTISCH_PUSH_KILLS=200 $(BIN)/python -m pytest -q -s tests/push/test_kill.py
	SPIELTISCH_FAULTS=1000 $(BIN)/python -m pytest -q -s tests/faults
	SPIELTISCH_OLD_TABLES=10000 $(BIN)/python -m pytest -q tests/server/test_cleanup.py
	SPIELTISCH_HISTORIES=2000 $(BIN)/python -m pytest -q -n 2 tests/table

COMPILE := $(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header --no-annotate
# What is pinned stays, unless UPGRADE=1.
lock: .venv/uv.stamp
	$(COMPILE) $(if $(UPGRADE),--upgrade) --all-extras --group dev pyproject.toml -o requirements.lock
	$(COMPILE) $(if $(UPGRADE),--upgrade) --group build -c requirements.lock -o requirements-build.lock
# What could be newer, in Python and on the page. (npm ends with an error where anything is.)
outdated: setup .venv/npm.stamp
	$(BIN)/uv pip list --python $(BIN)/python --outdated
	-@cd web && npm outdated

# One file with the page inside: `uvx --from dist/….whl spieltisch play` needs neither these sources nor node.
wheel: setup page
	@$(BIN)/uv build -q --wheel --no-build-isolation --python $(BIN)/python --out-dir dist && ls dist/*.whl
# make release VERSION=0.2.0: the version raised, the changelog's section closed, committed, tagged, built. Sends nothing.
release: setup
	@$(BIN)/python deploy/release.py $(VERSION)
	@$(MAKE) -s wheel

protocol: setup
	$(BIN)/python -m spieltisch.server.typescript > web/src/protocol.ts
	$(BIN)/python -m spieltisch.server.choices > web/src/games/choices.ts
	$(BIN)/python -m spieltisch.server.event_types > web/src/games/event-types.ts
