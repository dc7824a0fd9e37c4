# Two commands do everything: `make play` and `make test`. The rest is for developers.
.PHONY: play terminal test setup page lock lint types tests web-tests browser-tests chromium rules-interpreted rules-checked bench soak protocol
PY  ?= python3
BIN := .venv/bin
UV  := $(BIN)/uv pip install -q --python $(BIN)/python
unexport PYTHONDONTWRITEBYTECODE # where it is set, every start would compile numba's own sources anew: 3 s
WEB := $(shell find web -name node_modules -prune -o -type f ! -name '*.test.ts' ! -name '*.md' -print)

play: setup page
	@$(BIN)/spieltisch serve --open
terminal: setup
	@$(BIN)/spieltisch play lobo77 --seats 4 --lang de

test: setup page lint types tests rules-interpreted rules-checked web-tests browser-tests

setup: .venv/app.stamp
page: .venv/page.stamp

.venv/uv.stamp:
	@echo "Setting up (once, about half a minute) …"
	@$(PY) -m venv .venv && $(BIN)/pip install -q --disable-pip-version-check uv==0.13.7 && touch $@
.venv/deps.stamp: .venv/uv.stamp requirements.lock
	@$(UV) --require-hashes -r requirements.lock && touch $@
.venv/app.stamp: .venv/deps.stamp pyproject.toml
	@$(UV) --no-deps -e . && touch $@

# The page, built into the package; only when something under web/ has changed.
.venv/npm.stamp: web/package-lock.json web/package.json | .venv/uv.stamp
	@echo "Fetching the page's parts …"
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@
.venv/page.stamp: .venv/npm.stamp $(WEB)
	@echo "Building the page …"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

lint: setup
	$(BIN)/ruff check .
types: setup
	$(BIN)/mypy

RULES := src/spieltisch/games tests/contract
MATCHES := tests/contract/test_matches.py
COMPILED := $(addprefix tests/contract/,test_cells.py test_frames.py test_story.py) tests/bots/test_thinking.py
WARM := $(BIN)/python -c "from spieltisch.warming import warm_up; warm_up()"
tests: setup
	@$(WARM) # or each of the testing processes would compile all rules for itself
	$(BIN)/python -m pytest -q -n 2 --ignore=tests/browser
# The same rules as plain Python, where an index that is out of bounds is an error by itself; and whole matches, with all
# else that is compiled, with bounds checks. (The rules' own tests with them: make soak.)
rules-interpreted: setup
	NUMBA_DISABLE_JIT=1 SPIELTISCH_MATCHES=1 $(BIN)/python -m pytest -q -n 2 src/spieltisch/games $(MATCHES)
rules-checked: setup
	@NUMBA_BOUNDSCHECK=1 $(WARM)
	NUMBA_BOUNDSCHECK=1 SPIELTISCH_MATCHES=4 $(BIN)/python -m pytest -q -n 2 $(MATCHES) $(COMPILED)

web-tests: .venv/npm.stamp
	cd web && npm run --silent check && npm run --silent test
# Real browsers against the real server; pictures of every screen stay in tests/browser/screenshots.
browser-tests: setup page chromium
	$(BIN)/python -m pytest -q -n 2 --dist worksteal tests/browser
chromium: setup
	@$(BIN)/python tests/browser/chromium.py

bench: setup
	$(BIN)/python -m bench $(if $(PEER),--peer "$(PEER)")
soak: setup
	SPIELTISCH_TABLES=all SPIELTISCH_MATCHES=5000 $(BIN)/python -m pytest -q -n 2 $(RULES)
	NUMBA_BOUNDSCHECK=1 SPIELTISCH_MATCHES=4 $(BIN)/python -m pytest -q -n 2 $(RULES) tests/bots
	SPIELTISCH_KILLS=60 SPIELTISCH_FUZZ=1000000 $(BIN)/python -m pytest -q tests/server/test_kill.py tests/server/test_fuzz.py
	SPIELTISCH_OLD_TABLES=10000 $(BIN)/python -m pytest -q tests/server/test_cleanup.py
	SPIELTISCH_HISTORIES=2000 $(BIN)/python -m pytest -q -n 2 tests/table

lock: .venv/uv.stamp
	$(BIN)/uv pip compile -q --universal --extra lab --group dev --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml -o requirements.lock

protocol: setup
	$(BIN)/python -m spieltisch.server.typescript > web/src/protocol.ts
	$(BIN)/python -m spieltisch.server.choices > web/src/games/choices.ts
