# Needs only Python 3.11 or newer, make and git.

VENV   := .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip install -qq --no-compile --disable-pip-version-check --no-input -c constraints.txt
STAMP  := $(VENV)/.installed
BENCH  := $(VENV)/.installed-bench
TRAIN  := $(VENV)/.installed-train
DOCS   := $(VENV)/.installed-docs
LIBS   := build/adapters
GAMES  := $(LIBS)/games.jsonl
# Learners of others: those that live in .venv, and those that want versions of their own (configs/adapters/NAME.txt).
HERE   := sb3 sb3_prior sb3_seat sb3_ppo mpenv
OTHERS := rllib torchrl benchmarl tianshou agilerl
# Games of others that want an environment of their own (configs/peers/NAME.txt) to be compared with.
PEERS  := pgx catanatron jaxmarl

# May be given: make test JOBS=4 ARGS="-k fight", make setup PYTHON=/path/to/python3.12
PYTHON ?=
PYTHONS ?= python3
JOBS   ?= auto
ARGS   ?=
FUZZ   ?=

.DEFAULT_GOAL := help
.PHONY: help setup setup-train train demo test lint format mutants soak fuzz kills playthroughs pulse calibrate results learning habits teammates bench docs pictures docs-tables endings adapters release used gate clean
.DELETE_ON_ERROR:

help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv and install mpenv with everything that development needs

setup-train: $(TRAIN) ## the same with what training needs (torch: some hundred megabytes)

train: $(TRAIN) ## train a team of two for about three minutes and play it against the random team
	@$(VENV)/bin/mpenv train configs/train/quickstart.toml $(ARGS)

demo: $(STAMP) ## play a prologue with a random team in the terminal
	@$(VENV)/bin/mpenv play --seats random,random --seed 47

test: $(TRAIN) ## run all tests
	@$(PY) -m pytest -n $(JOBS) $(ARGS)

lint: $(TRAIN) ## check format, style and types
	@failed=0; for tool in "ruff format --check" "ruff check" mypy; do $(PY) -m $$tool || failed=1; done; exit $$failed

format: $(STAMP) ## format the code and mend what can be mended
	@$(PY) -m ruff check --fix-only
	@$(PY) -m ruff format

mutants: $(TRAIN) ## break the rules in 150 small ways, one at a time: do the rule tests notice?
	@$(PY) -m scripts.maintain.mutants $(ARGS)

soak: $(TRAIN) ## play 200,000 games with every index and every law checked, then `make fuzz`; goes on where it was
	@NUMBA_BOUNDSCHECK=1 $(PY) -m scripts.maintain.soak $(ARGS)
	@$(PY) -m scripts.maintain.fuzzing $(FUZZ)

fuzz: $(TRAIN) ## break a million files and snapshots of every kind and load them; goes on where it was
	@$(PY) -m scripts.maintain.fuzzing $(FUZZ)

kills: $(TRAIN) ## kill train, record, evaluate and calibrate a hundred times at random moments, go on, and compare
	@$(PY) -m scripts.maintain.kills $(ARGS)

playthroughs: $(STAMP) ## write the random games anew that the tests compare with, one a scenario and team size
	@$(PY) -m scripts.maintain.playthroughs

pulse: $(STAMP) ## play the whole pack with three scripted teams: how often each wins, alarms, attacks and more
	@$(VENV)/bin/mpenv pack pulse --difficulty easy $(ARGS)

calibrate: $(TRAIN) ## measure how hard every scenario is, what each rule is worth, what a day more gives: about an hour
	@$(VENV)/bin/mpenv calibrate --search horizon:simulations=100 --json docs/calibration.json --pictures docs/img $(ARGS)

# The success of teams is that of `make calibrate`; here is the rest of docs/results.md.
RESULTS := build/results
PUBLIC  := busy courier crafter guard hunter hermit hothead miser loafer
PLANNED := horizon mcts

results: $(TRAIN) ## measure what agents reach on endings, how long they think and why they lose: about an hour
	@mkdir -p $(RESULTS) && rm -f $(RESULTS)/*.json
	@$(VENV)/bin/mpenv regret random expert $(PUBLIC) $(PLANNED) $(PLANNED:%=%:simulations=50) $(PLANNED:%=%:simulations=800) --json $(RESULTS)/regret.json
	@$(VENV)/bin/mpenv evaluate random expert $(PLANNED) $(PLANNED:%=%:simulations=50) --scenario vault --seats 3 --difficulty normal --games 3 --jobs 1 --json $(RESULTS)/latency.json
	@for scenario in vault watch great-work; do \
	    $(VENV)/bin/mpenv losses random expert $(PUBLIC) --reasons --scenario $$scenario --games 200 --json $(RESULTS)/losses-$$scenario.json || exit 1; \
	done
	@$(VENV)/bin/mpenv calibrate difficulty --only alms/2 vault/3 great-work/4 --mates expert --search mcts --search-games 10 --json $(RESULTS)/planner.json || test $$? = 1
	@$(PY) -m scripts.maintain.docs_results $(RESULTS) docs/results.json

# Begun again, it goes on where it stopped. `make learning GROUPS=standard ARGS="--minutes 60"` makes a part of it.
LEARNING := build/learning
GROUPS_OF_RUNS := standard parts adhoc
learning: $(TRAIN) ## train and judge the teams of docs/learning.md, as far as that is not done yet: some hours
	@$(PY) -m scripts.maintain.learning $(or $(GROUPS),$(GROUPS_OF_RUNS)) --out $(LEARNING) $(ARGS)
	@$(if $(GROUPS),,$(PY) -m scripts.maintain.learning.sb3 --out $(LEARNING))
	@$(PY) -m scripts.maintain.learning.judge --out $(LEARNING)
	@$(PY) -m scripts.maintain.docs_learning $(LEARNING) docs/learning.json

# HABITS are run folders of teams by errands; tables and pictures of the page: make docs-tables pictures
HABITS := $(LEARNING)/standard-vault-2-1 $(LEARNING)/standard-vault-3-1
habits: $(TRAIN) ## count what learned teams do that the expert does not, for docs/learned-play.md: some minutes
	@$(PY) -m scripts.maintain.learning.habits $(HABITS) --games 500 --mixed --json docs/learned-play.json $(ARGS)

teammates: $(TRAIN) ## measure how the scripted players differ, and how far the expert is ahead: about eight minutes
	@$(PY) -m mpenv.worlds.materia_prima.studies.teammate_study docs $(ARGS)

endings: $(STAMP) ## collect the endings anew on which agents are scored, and solve them
	@rm -f mpenv/worlds/materia_prima/content/endings/*.toml
	@$(VENV)/bin/mpenv regret --collect mpenv/worlds/materia_prima/content/endings

bench: $(BENCH) $(PEERS:%=build/peers/%/.installed) ## measure the speed against other engines, in one run
	@$(VENV)/bin/mpenv bench $(ARGS)

adapters: ## train a team with each library, judge it, and replay games through it; a library of its own environment each
	@$(MAKE) --no-print-directory --keep-going $(HERE:%=adapter-%) $(OTHERS:%=adapter-%)

$(HERE:%=adapter-%): adapter-%: $(TRAIN) $(GAMES)
	@$(PY) scripts/examples/with_$*.py $(ARGS)
	@$(if $(wildcard scripts/maintain/libraries/$*.py),$(PY) -m scripts.maintain.libraries.credit replay $* $(GAMES))

$(OTHERS:%=adapter-%): adapter-%: $(LIBS)/%/.installed $(GAMES)
	@$(LIBS)/$*/bin/python scripts/examples/with_$*.py $(ARGS)
	@$(LIBS)/$*/bin/python -m scripts.maintain.libraries.credit replay $* $(GAMES)
	@$(LIBS)/$*/bin/python -m pytest -q tests/adapters/test_$*.py

docs: $(DOCS) ## build the documentation as a site: build/docs/index.html
	@$(PY) -m sphinx -W --keep-going -q -d build/doctrees docs build/docs
	@$(VENV)/bin/mpenv replay docs/learned-play.jsonl --html build/docs/learned-game.html
	@echo "build/docs/index.html"

pictures: $(STAMP) ## draw the pictures of the documents anew
	@$(PY) -m scripts.maintain.docs_pictures docs/img
	@$(PY) -m scripts.maintain.docs_flow
	@$(PY) -m scripts.maintain.docs_learned_play
	@$(PY) -m scripts.maintain.docs_badges
	@$(PY) -m scripts.maintain.screenshots docs/img

docs-tables: $(STAMP) ## write what the pages of docs take from the code anew
	@$(PY) -m mpenv.worlds.materia_prima.observe.page
	@$(PY) -m scripts.maintain.docs_reporting
	@$(PY) -m scripts.maintain.docs_tables

release: $(STAMP) ## build wheel and sdist, install each into an empty environment, and use it: make release PYTHONS="python3.11 python3.13"
	@rm -rf dist build/release
	@$(PY) -m build --no-isolation --outdir dist . >/dev/null
	@for python in $(PYTHONS); do for file in dist/*.whl dist/*.tar.gz; do \
	    echo "=== $$("$$python" --version) and $$(basename "$$file")"; \
	    $(MAKE) --no-print-directory used PYTHON="$$python" FILE="$$file" || exit 1; \
	done; done

used: # a file of a release, as somebody has it who has nothing else
	@rm -rf build/release && mkdir -p build/release/elsewhere
	@$(PYTHON) -m venv build/release/venv
	@build/release/venv/bin/python -m pip install -qq --disable-pip-version-check -c constraints.txt $(FILE)
	@cd build/release/elsewhere && export MPENV_CACHE_DIR=$$PWD/cache PATH=$$PWD/../venv/bin:$$PATH && \
	    mpenv --version && mpenv warm && mpenv play --seats random,expert --seed 1 | tail -n 6 && mpenv bench --quick

gate: $(STAMP) ## fail when the engine has lost a third of its speed
	@$(VENV)/bin/mpenv bench --gate

clean: ## remove .venv, caches and built files (never runs/)
	rm -rf $(VENV) build dist htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps are older than pyproject.toml or constraints.txt exactly when something has to be installed again.
# hatchling comes first and builds without isolation: pinned like the rest, and quicker. --no-compile saves a quarter of
# the time: Python compiles what is imported, when it is imported.
$(STAMP): pyproject.toml constraints.txt
	@if $(PY) -m pip --version >/dev/null 2>&1; then exit 0; fi; \
	for python in $(PYTHON) python3 python3.13 python3.12 python3.11 python3.14; do \
	    if "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	        echo "making $(VENV) with $$("$$python" --version)"; \
	        "$$python" -m venv --clear $(VENV); exit; \
	    fi; \
	done; \
	echo "mpenv needs Python 3.11 or newer with the modules venv and ensurepip (Debian and Ubuntu: the package" >&2; \
	echo "python3-venv). Tried: $(PYTHON) python3 python3.13 python3.12 python3.11 python3.14." >&2; \
	echo "Found: $$(python3 --version 2>&1 || echo no python3). Another one: make setup PYTHON=/path/to/python" >&2; \
	exit 1
	@echo "installing mpenv and its pinned dependencies"
	@$(PIP) hatchling
	@$(PIP) --no-build-isolation -e '.[dev]'
	@touch $@

# The learner is measured too, so torch comes along.
$(BENCH): $(TRAIN)
	@echo "installing what the benchmark compares with"
	@$(PIP) --no-build-isolation -e '.[bench]'
	@touch $@

$(TRAIN): $(STAMP)
	@echo "installing what training needs"
	@$(PIP) --no-build-isolation -e '.[train,adapters]'
	@touch $@

$(DOCS): $(STAMP)
	@echo "installing what builds the documentation"
	@$(PIP) --no-build-isolation -e '.[docs]'
	@touch $@

$(GAMES): scripts/maintain/libraries/credit.py | $(STAMP)
	@mkdir -p $(LIBS)
	@$(PY) -m scripts.maintain.libraries.credit record $@

$(LIBS)/%/.installed: configs/adapters/%.txt | $(STAMP)
	@echo "installing $* into $(LIBS)/$*"
	@$(PY) -m venv --clear $(LIBS)/$*
	@$(LIBS)/$*/bin/python -m pip install -qq --no-compile --disable-pip-version-check --no-input -r $<
	@$(LIBS)/$*/bin/python -m pip install -qq --no-compile --disable-pip-version-check --no-input --no-build-isolation --no-deps -e .
	@touch $@

build/peers/%/.installed: configs/peers/%.txt | $(STAMP)
	@echo "installing $* into build/peers/$*"
	@$(PY) -m venv --clear build/peers/$*
	@build/peers/$*/bin/python -m pip install -qq --no-compile --disable-pip-version-check --no-input -r $<
	@touch $@
