# Every target does its own set-up: a virtual environment in .venv with the pinned requirements,
# installed again only when a requirements file changes. Needs Python 3.11 or newer, and nothing else.

VENV := .venv
BIN := $(VENV)/bin
NEXT := streamlit-nightly
# pip would compile the 13,000 files of the packages one after another.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes
COMPILE := $(BIN)/python -W ignore -m compileall -qq -j 0 $(VENV)/lib || true
PYTHONS := python3 python3.13 python3.12 python3.11 python3.14 python

export RUFF_NO_CACHE = true
unexport PYTHONDONTWRITEBYTECODE  # tests start dozens of processes, and each would compile everything again

.DEFAULT_GOAL := help
.PHONY: help run test test-all test-fast test-next lint programs kernels rewritten format bench docs pins clean FORCE

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/runtime.stamp  ## the dashboard, at http://127.0.0.1:8501; with PORT=8502 at another port
	@$(BIN)/python cli.py serve $(if $(PORT),--port="$(PORT)")

PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist worksteal

test: $(VENV)/dev.stamp  ## style, types and the tests, without exhaustive ones: five minutes on two processors; finds or installs a Chromium and a PostgreSQL
	@$(MAKE) --no-print-directory --jobs=4 programs lint kernels rewritten
	$(PYTEST) --hypothesis-profile fast -m "not exhaustive"

test-all: test  ## first `test`, then what it leaves out: wide matrices, all on PostgreSQL, each browser test; with EVERY_CASE=1 every case, every moment of a fault, and twice as many examples of each property
	$(BIN)/python -m tools.nginx
	$(PYTEST) --hypothesis-profile twice -m "exhaustive$(if $(EVERY_CASE), or hypothesis)"

test-fast: $(VENV)/dev.stamp  ## tests alone, without pages and browser: under two minutes
	$(PYTEST) --hypothesis-profile fast -m "not exhaustive and not page and not browser"

# Streamlit's pre-releases are another package with the same modules. The two files hold versions to the pinned ones.
test-next:  ## every test against the next Streamlit, in .venv-next; NEXT="numba>=0.68.1.dev0" for the next Numba
	@$(MAKE) --no-print-directory VENV=.venv-next .venv-next/dev.stamp
	case "$(NEXT)" in streamlit*) .venv-next/bin/python -m pip uninstall --quiet --yes streamlit streamlit-nightly;; esac
	.venv-next/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "$(NEXT)"
	.venv-next/bin/python -m tools.chromium
	.venv-next/bin/python -m tools.postgres
	.venv-next/bin/python -m tools.nginx
	.venv-next/bin/python -m pytest --numprocesses auto --dist worksteal \
	  --ignore tests/test_requirements.py --ignore tests/test_wheel.py

lint: $(VENV)/dev.stamp  ## style and types only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

programs: $(VENV)/dev.stamp
	$(BIN)/python -m tools.chromium
	$(BIN)/python -m tools.postgres

kernels: $(VENV)/dev.stamp
	$(BIN)/python -c "import scoring; scoring.warm_up()"

# Once, or else each of the processes that run tests would rewrite the assertions of all of them.
rewritten: $(VENV)/rewritten.stamp

$(VENV)/rewritten.stamp: $(VENV)/dev.stamp $(shell find tests -name '*.py')
	$(BIN)/python -m pytest --collect-only -qq >/dev/null || true  # what is wrong the tests say
	@touch $@

format: $(VENV)/dev.stamp  ## let ruff format and fix what it can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/dev.stamp  ## against the peers, on sample_data; DATA=folder for other test sets
	$(BIN)/python -m benchmarks $(if $(DATA),"$(DATA)")

docs: $(VENV)/dev.stamp  ## the documentation as a site with the Python reference, in site/; a link that leads nowhere is an error
	$(BIN)/sphinx-build -q -W --keep-going --doctree-dir $(VENV)/doctrees -c docs . site
	@echo "Open site/index.html"

# The runtime's pins come first, and hold in the other files. UPGRADE=1 takes newer versions where the .in files let it.
pins: $(VENV)/dev.stamp  ## requirements*.txt from requirements*.in: every package pinned, with its hashes; UPGRADE=1 for newer ones
	@for name in requirements requirements-build requirements-cjk requirements-dev; do \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --custom-compile-command "make pins" $(if $(UPGRADE),--upgrade) \
	    $$(test $$name = requirements || echo --constraint requirements.txt) $$name.in --output-file $$name.txt || exit 1; \
	done

clean:  ## remove the environment and everything that was generated
	rm -rf $(VENV) .venv-next site .pytest_cache .ruff_cache .hypothesis
	find . -type d -name __pycache__ -prune -exec rm -rf {} +

# Looked at every time. The stamp says that the environment was made to its end, pip that it still works;
# otherwise it is made again, with the first Python that can.
$(VENV)/venv.stamp: FORCE
	@if [ -f $@ ] && $(BIN)/python -m pip --version >/dev/null 2>&1; then exit 0; fi; \
	tried=; \
	for python in $(PYTHONS); do \
	  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  echo "Making $(VENV) with $$python, $$($$python --version)"; \
	  rm -rf $(VENV); \
	  $$python -m venv $(VENV) && $(BIN)/python -m pip --version >/dev/null && touch $@ && exit 0; \
	  rm -rf $(VENV); \
	  tried="$$tried $$python"; \
	done; \
	if [ -n "$$tried" ]; then \
	  echo "No virtual environment could be made with:$$tried (Debian, Ubuntu: apt install python3-venv)." >&2; \
	else \
	  echo "BLEUscope needs Python 3.11 or newer; none of these is: $(PYTHONS)" >&2; \
	fi; \
	exit 1

FORCE:

$(VENV)/runtime.stamp: $(VENV)/venv.stamp requirements.txt
	@echo "Installing requirements.txt (a minute or two, once)"
	@$(PIP) -r requirements.txt
	@$(COMPILE)
	@touch $@

# What builds is installed first, pinned as well: pip would fetch its newest version for each package that has no wheel.
$(VENV)/dev.stamp: $(VENV)/runtime.stamp requirements-build.txt requirements-dev.txt
	@echo "Installing requirements-dev.txt"
	@$(PIP) -r requirements-build.txt
	@$(PIP) --no-build-isolation -r requirements-dev.txt
	@$(COMPILE)
	@touch $@
