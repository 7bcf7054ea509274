# Paili 牌力. Needs Python 3.11+, a C compiler and make; everything else is installed into .venv.
# Other commands for developers: `python -m dev.NAME -h` for each NAME in dev/.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000

BIN := .venv/bin
CORE := build/core.stamp
WASM := build/wasm.stamp
BUNDLES := board/built/stamp
# Lock files name every package, its version and hashes, so that no dependencies are resolved. pip installs what serves; uv
# the rest, in a fifth of the processor time.
PIP := $(BIN)/python -m pip --disable-pip-version-check install -q --no-deps --require-hashes --only-binary :all:
SNIPPETS := docs/snippets
CHECKED := app.py gunicorn.conf.py setup.py docs/conf.py service paili board lab native dev tests
NATIVE := $(shell find native -name '*.[ch]')
$(if $(NATIVE),,$(error no sources below native/))
C_CODE := $(NATIVE) $(shell find dev board/browser_engine -name '*.[ch]' -not -path '*/node_modules/*')
SOURCES := $(NATIVE) native/build.py setup.py
ENGINE_SOURCES := $(shell find board/browser_engine service -name '*.py' -o -name '*.net' -o -path 'board/browser_engine/*' -type f ! -name '*.pyc')
WITH_SERVICE := redis otel cluster arena dev
ALONE := uv wasm page learn
# Four processes even on two cores, because tests of servers and pages mostly wait. Each file runs in one process, so that
# its fixtures are set up once; tests/conftest.py sets the order of files.
TESTS := $(BIN)/python -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder
FOUND := $(addprefix --find-links ,$(PIP_FIND_LINKS))
UV := $(BIN)/uv pip install -q --no-deps --require-hashes --only-binary :all: $(FOUND) --python $(BIN)/python
LOWEST := $(BIN)/uv pip install -q --python build/lowest/bin/python --only-binary :all:
LOCK := $(BIN)/uv pip compile -q --generate-hashes --universal --python-version 3.11 --no-header --no-emit-index-url --no-emit-find-links \
	$(FOUND)

PAGE := board/page
TSC := .venv/page/node_modules/.bin/tsc
ROLLDOWN := .venv/page/node_modules/.bin/rolldown
BIOME := ../../.venv/page/node_modules/.bin/biome
NODE := PATH=$(CURDIR)/$(BIN):$$PATH
LINT := dev/contract/lint
LINTERS := build/contract-lint
REDOCLY := $(NODE) REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(LINTERS)/node_modules/.bin/redocly

.PHONY: page-tools for-pages bundles help run test test-api test-fast test-lowest build check format lint types contract contract-lint bench wasm site wheel release docs lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.* ## ' Makefile | sed -E 's/:.* ## /\t/' | expand -t 22

# Serves as soon as packages and core are there, and builds the rest meanwhile: the pages use it once it is built.
run: ## set up and serve on HOST (127.0.0.1), PORT (8000)
	@$(MAKE) -s -j2 .venv/run.stamp $(CORE)
	@nice $(MAKE) -s for-pages & pages=$$!; \
	HOST=$(HOST) PORT=$(PORT) $(BIN)/gunicorn -c gunicorn.conf.py 'app:create_app()' & server=$$!; \
	trap 'kill $$pages $$server 2>/dev/null' INT TERM EXIT; wait $$server || wait $$server

for-pages:
	-@$(MAKE) -s bundles || echo "no bundles: the pages load their modules one by one"
	-@$(MAKE) -s wasm || echo "no engine for browsers: the pages need the network"

test: .venv/dev.stamp $(CORE) ## set up and run the tests; with LONG=1 the long ones too
	-@$(MAKE) -s bundles || echo "no bundles: tests of their sizes and of wheels are skipped"
	$(TESTS)$(if $(LONG),, -m 'not long')

test-api: .venv/dev.stamp $(CORE) ## run the tests of the API alone: rules, core, advice, reviews, records, HTTP
	$(TESTS) -m 'not long and not wheel' $(addprefix tests/,test_layout.py core rules position explain advice review records http) dev/tests/test_contract.py

test-fast: .venv/dev.stamp $(CORE) ## within a minute, run the tests that detect most faults of the core
	$(BIN)/python -m pytest -x -q $$($(BIN)/python -m dev.core_tests)

# In an environment of its own: the lowest version of each dependency that pyproject.toml allows, as wheels. Of the core,
# which needs none but cffi, recorded answers are enough.
test-lowest: $(CORE) .venv/uv.stamp ## run tests of the service with the lowest versions of all dependencies
	test -x build/lowest/bin/python || $(BIN)/python -m venv --without-pip build/lowest
	$(LOWEST) --resolution lowest-direct -r pyproject.toml --extra server
	$(LOWEST) hypothesis numpy rjsmin shtab pettingzoo pytest pyyaml
	build/lowest/bin/python -m pytest -q tests/core/test_small_answers.py tests/env/test_playthroughs.py \
		tests/http/test_api.py tests/http/test_metrics.py tests/cli/test_command.py

build: $(CORE) ## build the C core

check: lint types ## run all checks: lint, types, signatures, tests, contract
	$(BIN)/python -m dev.signatures
	$(BIN)/python -m dev.signatures --commits
	$(TESTS)
	$(BIN)/python -m dev.contract_fuzz

format: .venv/dev.stamp page-tools ## format the code
	$(BIN)/ruff format $(CHECKED) $(SNIPPETS)/table.py
	$(BIN)/ruff check --fix $(CHECKED)
	$(BIN)/clang-format --style=file:native/.clang-format -i $(C_CODE)
	cd $(PAGE) && $(NODE) $(BIOME) check --write .
	cd $(SNIPPETS) && $(NODE) $(BIOME) format --write table.ts

lint: .venv/dev.stamp page-tools ## check format and lint, changing nothing
	$(BIN)/ruff format --check $(CHECKED) $(SNIPPETS)/table.py
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/clang-format --style=file:native/.clang-format --dry-run --Werror $(C_CODE)
	cd $(PAGE) && $(NODE) $(BIOME) check .
	cd $(SNIPPETS) && $(NODE) $(BIOME) format table.ts

types: .venv/dev.stamp page-tools $(CORE) ## check types, strictly
	$(BIN)/mypy
	$(NODE) $(TSC) -p $(PAGE)
	$(NODE) $(TSC) -p $(PAGE)/tsconfig.workers.json

contract: .venv/dev.stamp $(CORE) ## write the generated parts of openapi.yaml, and the answers of its examples
	$(BIN)/python -m dev.contract

contract-lint: $(LINTERS)/stamp ## lint openapi.yaml by Redocly and Spectral; a warning is an error
	$(REDOCLY) lint --config $(LINT)/redocly.yaml openapi.yaml
	$(NODE) $(LINTERS)/node_modules/.bin/spectral lint --quiet --fail-severity=warn --ruleset $(LINT)/spectral.yaml openapi.yaml

$(LINTERS)/stamp: $(LINT)/package-lock.json .venv/page.stamp
	mkdir -p $(LINTERS) && cp $(LINT)/package.json $(LINT)/package-lock.json $(LINTERS)
	cd $(LINTERS) && $(NODE) npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

bench: .venv/dev.stamp $(CORE) ## measure every promised speed
	$(BIN)/python -m dev.bench

# Compiles the core to WebAssembly and translates the service's Python to JavaScript: an npm package in board/page/engine.
wasm: $(WASM) ## build the engine for browsers

site: $(WASM) $(BUNDLES) ## write the pages as a folder for a static host into build/pages
	$(BIN)/python -m board build/pages

# Reproducible: files have the time of the commit; umask, folder and earlier builds have no effect.
wheel: .venv/dev.stamp $(WASM) $(BUNDLES) ## build the wheel into build/dist
	rm -rf build/wheel build/dist
	umask 022 && SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} \
		$(BIN)/python -m build --wheel --no-isolation --outdir build/dist

# The platform tag is that of the oldest system whose C library has all symbols that the core uses.
release: wheel ## build what a release publishes, into build/dist: the wheel and the npm package
	bin=$$($(BIN)/python -m dev.environment) && PATH=$$bin:$$PATH $$bin/auditwheel repair --wheel-dir build/dist build/dist/*-linux_*.whl
	rm build/dist/*-linux_*.whl
	cd board/page/engine && export $(NODE) && $(if $(PAILI_REPOSITORY),npm pkg set repository.url=$(PAILI_REPOSITORY) &&) npm pack --silent --pack-destination ../../../build/dist

# Redocly's page loads its script from another host; it is served beside the page instead.
docs: .venv/dev.stamp $(CORE) $(LINTERS)/stamp ## build the documentation site into build/site
	PYTHONPATH=. $$($(BIN)/python -m dev.environment)/sphinx-build -q -W --keep-going docs build/site
	$(REDOCLY) build-docs openapi.yaml -o build/site/reference/openapi.html
	cp $(LINTERS)/node_modules/@redocly/cli/lib/chunks/redoc.standalone.js build/site/reference
	sed -i 's|https://cdn[^"]*/redoc.standalone.js|./redoc.standalone.js|' build/site/reference/openapi.html

# The core is rebuilt whenever C files change, so that no test runs with an old one.
$(CORE): $(SOURCES) .venv/core.stamp
	@echo 'Compiling the core: some seconds, on a slow machine a minute.'
	$(BIN)/python setup.py -q build_ext --inplace --force
	@mkdir -p build && touch $@

$(WASM): $(SOURCES) $(ENGINE_SOURCES) .venv/wasm.stamp $(CORE)
	$(BIN)/python -m board.browser_engine.build
	@touch $@

bundles: $(BUNDLES) ## bundle the scripts of the pages, one file for each page

$(BUNDLES): $(shell find board/page -path '*/engine' -prune -o -name '*.js' -print) board/rolldown.config.mjs requirements/package-lock.json
	@$(MAKE) -s page-tools
	rm -rf board/built
	$(NODE) $(ROLLDOWN) -c board/rolldown.config.mjs >/dev/null # a list of files; errors are on stderr
	touch $@

.venv/core.stamp: requirements/core.txt
	@echo 'Installing the packages of the service into .venv.'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) -r $<
	@touch $@

.venv/run.stamp: requirements/run.txt .venv/core.stamp
	$(PIP) -r $<
	@touch $@

# RLCard, an opponent for the arena, is published as source only; its first import unpacks tables.
.venv/arena.stamp: requirements/arena.txt .venv/run.stamp
	$(PIP) --no-binary rlcard --no-build-isolation -r $<
	$(BIN)/python -c 'import rlcard.games.doudizhu.utils'
	@touch $@

# Formatter, type checker and bundler of the scripts in board/page; compared, because several trees may share .venv.
page-tools: .venv/page.stamp
	@cmp -s requirements/package-lock.json .venv/page/installed.json || { \
		mkdir -p .venv/page && cp requirements/package.json requirements/package-lock.json .venv/page && \
		(cd .venv/page && $(NODE) npm ci --silent --ignore-scripts --no-audit --no-fund) && \
		cp requirements/package-lock.json .venv/page/installed.json; }

.venv/uv.stamp: requirements/uv.txt .venv/core.stamp
	$(PIP) -r $<
	@touch $@

.venv/%.stamp: requirements/%.txt .venv/run.stamp .venv/uv.stamp
	$(UV) -r $<
	@touch $@

lock: .venv/run.stamp .venv/uv.stamp ## lock the dependency groups of pyproject.toml, with hashes
	$(LOCK) pyproject.toml --extra server --group run -o requirements/run.txt
	$(LOCK) --group core -c requirements/run.txt -o requirements/core.txt
	for group in $(WITH_SERVICE); do \
		$(LOCK) pyproject.toml --extra server --group $$group -c requirements/run.txt -o requirements/$$group.txt || exit 1; done
	for group in $(ALONE); do $(LOCK) --group $$group -o requirements/$$group.txt || exit 1; done
	$(LOCK) pyproject.toml --extra server --group tools -c requirements/dev.txt -o requirements/tools.txt
	$(NODE) npm install --prefix requirements --package-lock-only --silent --ignore-scripts --omit-lockfile-registry-resolved
	$(NODE) npm install --prefix $(LINT) --package-lock-only --silent --ignore-scripts --omit-lockfile-registry-resolved

clean: ## remove all that was built
	rm -rf .venv build service/core/*.so board/page/engine board/built .pytest_cache .mypy_cache .ruff_cache .hypothesis .schemathesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
