# Everything a newcomer needs: `make play`, `make test`. A reviewer runs `make check`.
PYTHON ?= python3
VENV   := .venv
# the versions that the suite passes on; pyproject.toml classifies them
PYTHONS := 3.11 3.12 3.13 3.14
RUN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
BENCH  := .venv-bench

# what was compiled is kept, whatever the shell says: else every worker and every child of a test
# compiles all of hako anew, a tenth of all the time; the first time it is done before the workers
# start, which would all compile the same
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test lint check check-all format browser calibration reliability luck strength playthroughs golden bench bench-ssh soak runs forgeries renewals lessons decisions last-turns models windows mutants man screenshots clean

play: $(STAMP)          ## open the shelf
	@$(RUN)/hako

test: $(STAMP)          ## all tests
	@$(RUN)/python -m compileall -q -j 0 hako
	@$(RUN)/pytest -n auto --dist worksteal

lint: $(VENV)/.checked  ## format, style, types and import contracts
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy
	$(RUN)/lint-imports

check: lint test        ## what a reviewer runs

check-all: lint         ## all tests on each of PYTHONS that is on PATH, each in an environment of its own
	@tried=; failed=; for version in $(PYTHONS); do \
		if python$$version --version >/dev/null 2>&1; then \
			echo "Python $$version:"; tried=yes; \
			$(MAKE) --no-print-directory test PYTHON=python$$version VENV=.venv-$$version || failed="$$failed $$version"; \
		else \
			echo "Python $$version: no python$$version on PATH runs"; \
		fi; \
	done; \
	test -z "$$failed" || { echo "Failed on:$$failed"; exit 1; }; \
	test -n "$$tried"

browser: $(STAMP)       ## the lobby in a real browser: BROWSER=chromium, or one of its family
	HAKO_BROWSER=$(or $(BROWSER),chromium) $(RUN)/pytest tests/server/web/test_browser.py

bench: $(STAMP) $(if $(PEERS),$(BENCH)/.installed)  ## measure; PEERS=1 measures others beside it
	@$(RUN)/python -m bench $(if $(PEERS),--peers)

bench-ssh: $(STAMP)     ## how many players a server carries over SSH, on one core and on two
	$(RUN)/python -m bench.ssh_capacity

soak: $(STAMP)          ## a crowd, bad clients and two kills of the server: SECONDS=1200 PLAYERS=100
	@$(RUN)/python -m bench.soak --seconds $(or $(SECONDS),1200) --players $(or $(PLAYERS),100)

runs: $(STAMP)          ## random joining, leaving and playing through three processes: N=10000
	HAKO_RUNS=$(or $(N),10000) $(RUN)/pytest -q tests/multiplayer/tables/test_promises.py

forgeries: $(STAMP)     ## every line, pair of lines, value and version of every golden log changed, one at a time
	HAKO_FORGERIES=all $(RUN)/pytest -q -n auto tests/testing/test_forged.py

renewals: $(STAMP)      ## a thousand connect while a server restarts five times: N=1000
	HAKO_CONNECTS=$(or $(N),1000) $(RUN)/pytest -q -s tests/server/workers/test_rolling_restart.py

lessons: $(STAMP)       ## every lesson by clicks alone, in both languages
	HAKO_LESSONS=both $(RUN)/pytest -q tests/tui/screens/test_lessons_by_mouse.py

decisions: $(STAMP)     ## 40 stored decisions of each game: hints and reviews agree
	HAKO_DECISIONS=40 $(RUN)/pytest -q tests/engine/review/test_decisions.py

last-turns: $(STAMP)    ## the last turns of 20 games of each game, beside a far wider search
	HAKO_LAST_TURNS=20 $(RUN)/pytest -q tests/engine/bots/test_last_turns.py

models: $(STAMP)        ## many games of each game beside a model of its rulebook: N=3000
	HAKO_MODELS=$(or $(N),3000) $(RUN)/pytest -q tests/models

windows: $(STAMP)       ## every board in every window from 80x24 to 260x75
	HAKO_WINDOWS=1 $(RUN)/pytest -q tests/tui/boards/test_size_ladder.py tests/tui/widgets/test_action_rows.py

mutants: $(VENV)/.mutants ## plant faults that a test should catch: N=50 OF=hako/engine/log/history.py SEED=1
	@$(RUN)/python -m bench.mutants --number $(or $(N),50) --seed $(or $(SEED),1) \
		$(or $(OF),hako/engine/log hako/content/flip_city/steps.py)

calibration: $(STAMP)   ## what evaluations are worth in chance to win: OF="flip_city cultus" SEATS=2 N=1000
	@$(RUN)/python -m bench.evaluation_fit $(or $(OF),flip_city world_monger cultus monumental) \
		--seats $(or $(SEATS),2) --games $(or $(N),1000)

reliability: $(STAMP)   ## how often those win whose chance is given as so much: OF="flip_city cultus" N=70
	@$(RUN)/python -m bench.chance_reliability $(OF) --games $(or $(N),70)
	@$(RUN)/python -m bench.chance_reliability --page

luck: $(STAMP)          ## how much of results luck explains: OF=flip_city SEATS=2 N=60
	@$(RUN)/python -m bench.luck $(or $(OF),flip_city) --seats $(or $(SEATS),2) --games $(or $(N),60)

strength: $(STAMP) $(if $(filter ismcts,$(ONLY)),$(BENCH)/.installed)  ## how bots that search do, and what characters cost; goes on where it stopped: OF=cultus MINUTES=120 ONLY=characters, greedy, strong or ismcts
	@$(if $(filter ismcts,$(ONLY)),$(BENCH)/bin,$(RUN))/python -m bench.strength $(OF) \
		$(if $(ONLY),--only $(ONLY)) --minutes $(or $(MINUTES),120)

format: $(VENV)/.checked
	$(RUN)/ruff format .
	$(RUN)/ruff check --fix .

playthroughs: $(STAMP)  ## write the games kept as text anew; then read the diff
	@$(RUN)/python -m tests.testing.playthrough

golden: $(STAMP)        ## write the logs that later releases must open, for this version
	@$(RUN)/python -m tests.testing.golden

man: $(STAMP)           ## write the manual page anew, from the help of every command
	@$(RUN)/python -m tests.cli.manual_page

screenshots: $(STAMP)   ## take the pictures that README shows, and of all other screens
	@$(RUN)/python -m tests.tui.screenshots

clean:
	rm -rf $(VENV) $(PYTHONS:%=.venv-%) $(BENCH) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(STAMP): pyproject.toml
	@echo "Making the environment in $(VENV) (once) ..."
	@test -x $(RUN)/python || $(PYTHON) -m venv $(VENV)
	@$(RUN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

$(VENV)/.checked: $(STAMP)
	@$(RUN)/pip install --quiet --disable-pip-version-check --editable '.[check]'
	@touch $@

$(VENV)/.mutants: $(VENV)/.checked
	@$(RUN)/pip install --quiet --disable-pip-version-check --editable '.[mutants]'
	@touch $@

$(BENCH)/.installed: bench/peers/requirements.txt
	@echo "Installing the peers in $(BENCH) (once) ..."
	@test -x $(BENCH)/bin/python || $(PYTHON) -m venv $(BENCH)
	@$(BENCH)/bin/pip install --quiet --disable-pip-version-check -r $<
	@if command -v npm >/dev/null; then npm install --silent --prefix $(BENCH)/node boardgame.io@0.50.2; fi
	@touch $@
