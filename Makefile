# Two commands do everything: `make play` and `make test`. The rest is for developers.
.PHONY: play test setup lock lint types tests rules-interpreted rules-checked bench soak protocol
PY  ?= python3
BIN := .venv/bin
UV  := $(BIN)/uv pip install -q --python $(BIN)/python

play: setup
	@$(BIN)/spieltisch play lobo77 --seats 4 --lang de

test: setup lint types tests rules-interpreted rules-checked

setup: .venv/app.stamp

.venv/uv.stamp:
	@echo "Setting up (once, about half a minute) …"
	@$(PY) -m venv .venv && $(BIN)/pip install -q --disable-pip-version-check uv==0.13.7 && touch $@
.venv/deps.stamp: .venv/uv.stamp requirements.lock
	@$(UV) --require-hashes -r requirements.lock && touch $@
.venv/app.stamp: .venv/deps.stamp pyproject.toml
	@$(UV) --no-deps -e . && touch $@

lint: setup
	$(BIN)/ruff check .
types: setup
	$(BIN)/mypy

RULES := src/spieltisch/games tests/contract
tests: setup
	$(BIN)/python -m pytest -q -n 2
# The same rules as plain Python, and compiled with bounds checks: fewer matches, the same tests (bots aside).
rules-interpreted: setup
	NUMBA_DISABLE_JIT=1 SPIELTISCH_MATCHES=1 $(BIN)/python -m pytest -q -n 2 $(RULES) --ignore=tests/contract/test_bots.py -k "not bots_choice"
rules-checked: setup
	NUMBA_BOUNDSCHECK=1 SPIELTISCH_MATCHES=4 $(BIN)/python -m pytest -q -n 2 $(RULES)

bench: setup
	$(BIN)/python -m bench
soak: setup
	SPIELTISCH_MATCHES=5000 $(BIN)/python -m pytest -q -n 2 $(RULES)
	SPIELTISCH_KILLS=60 SPIELTISCH_FUZZ=1000000 $(BIN)/python -m pytest -q tests/server/test_kill.py tests/server/test_fuzz.py
	SPIELTISCH_HISTORIES=2000 $(BIN)/python -m pytest -q -n 2 tests/table

lock: .venv/uv.stamp
	$(BIN)/uv pip compile -q --universal --group dev --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml -o requirements.lock

protocol: setup
	$(BIN)/python -m spieltisch.server.typescript > web/src/protocol.ts
