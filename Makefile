# Paili 牌力. Needs Python 3.11+, a C compiler and make; everything else is installed into .venv.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
FUZZ_SECONDS ?= 30
CLAIMS ?= 1000
GAMES ?= 1000
POSITIONS ?= 1000
SIGNED ?=
CLANG ?= $(firstword $(shell command -v clang-19 clang-18 clang-17 clang-16 clang))

BIN := .venv/bin
CORE := build/core.stamp
WASM := build/wasm.stamp
# A lock names all there is to install: pip need not resolve, and takes no newer version of what a package wants with an extra.
LOCKED := -m pip --disable-pip-version-check install -q --no-deps --require-hashes --only-binary :all:
PIP := $(BIN)/python $(LOCKED)
SOURCES := $(wildcard native/*.c native/*.h) native/build.py setup.py
LOCK := $(BIN)/uv pip compile -q --generate-hashes --universal --python-version 3.11 --no-header \
	--no-emit-index-url --no-emit-find-links
copy_of = rm -rf $(1) && mkdir -p $(1) && cp -r app.py gunicorn.conf.py openapi.yaml pyproject.toml setup.py README.md \
	service arena native paili tests tools $(1)/ && rm -f $(1)/service/core/*.so
# All that git keeps, as it is now.
tree_of = rm -rf $(1) && mkdir -p $(1) && git ls-files -z -co --exclude-standard | xargs -0 cp --parents -t $(1)
LOCKS := requirements $(addprefix requirements-,redis otel cluster dev contract arena wasm audit fuzz)
LINES = $(foreach pattern,$(SIGNED),'$(pattern)')
SANITIZE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
# Tests of the core itself; those of pages, clients and servers would add minutes and reach nothing more of it.
CORE_TESTS := tests/core tests/rules tests/position/test_position.py tests/arena/test_nets.py --ignore=tests/core/test_native_layout.py \
	$(foreach name,bid check game hint_order only_avoid robot tribute_advice,tests/advice/test_$(name).py)
CHECKED := app.py gunicorn.conf.py setup.py service arena native paili browser tests tools

.PHONY: help run test build check format lint types signatures signatures-everywhere games contract examples claims bench wasm \
	wasm-reproducible wasm-alike arena-tools sanitize fuzz wheel supply image lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.* ## ' Makefile | sed -E 's/:.* ## /\t/' | expand -t 22

run: .venv/run.stamp $(CORE) ## set up and serve on HOST (127.0.0.1), PORT (8000)
	HOST=$(HOST) PORT=$(PORT) $(BIN)/gunicorn -c gunicorn.conf.py 'app:create_app()'

test: .venv/dev.stamp $(CORE) ## set up and run the tests
	$(BIN)/python -m pytest

build: $(CORE) ## build the C core

check: lint types signatures test contract ## what guards main: lint, types, signatures, tests, contract

format: .venv/dev.stamp ## format the Python code
	$(BIN)/ruff format $(CHECKED)
	$(BIN)/ruff check --fix $(CHECKED)

lint: .venv/dev.stamp ## format and lint, checked only
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/ruff check $(CHECKED)

types: .venv/dev.stamp $(CORE) ## strict types
	$(BIN)/mypy

# Every answer as it was signed, and every commit says which lines it changed.
signatures: .venv/dev.stamp $(CORE) ## compare every answer with tests/data/signatures.txt (SIGNED='laizi.*': only these)
	$(BIN)/python -m tools.signatures $(LINES)
	$(BIN)/python -m tools.signatures --commits

LEVELS ?= -O0 -O3 '-O3 -march=native'
# The same answers from every compiler, with and without all that it and the processor can do, on one thread and on eight.
signatures-everywhere: .venv/dev.stamp ## the same under gcc and clang at LEVELS (-O0, -O3, -march=native), one thread and eight
	for cc in gcc $(CLANG); do for level in $(LEVELS); do \
		$(call copy_of,build/everywhere) && (cd build/everywhere && export CC=$$cc PAILI_CFLAGS="$$level" && \
		../../$(BIN)/python setup.py -q build_ext --inplace --force && \
		for threads in 1 8; do echo "$$cc $$level, $$threads threads" && \
			../../$(BIN)/python -m tools.signatures --threads $$threads $(LINES) || exit 1; done) || exit 1; \
	done; done

# Deal, auction, play and points by the public API alone, held against the second settlement.
games: .venv/dev.stamp $(CORE) ## play GAMES (1000) whole tables of every variant and check what they pay
	$(BIN)/python -m tools.games $(GAMES)

EXAMPLES ?= 60
SEED ?= 1
contract: .venv/dev.stamp build/contract/run.stamp $(CORE) ## try the contract by schemathesis, EXAMPLES (60) for each operation, SEED (1)
	EXAMPLES=$(EXAMPLES) SEED=$(SEED) $(BIN)/python -m tools.contract

# Write the service's real answers beside the request examples of openapi.yaml.
examples: .venv/dev.stamp $(CORE) ## write the service's answers into openapi.yaml
	$(BIN)/python -m tools.examples

.PHONY: board
board: .venv/dev.stamp $(CORE) ## play BOARD_GAMES (1) games of every kind at the board, try every example of /docs, in a real browser
	BOARD_GAMES=$(or $(BOARD_GAMES),1) EVERY_EXAMPLE=1 $(BIN)/python -m pytest tests/page/test_board_games.py tests/page/test_docs_page.py

.PHONY: face
face: .venv/dev.stamp $(WASM) ## measure what somebody with a slow phone waits for at the board
	$(BIN)/python -m tools.bench.board

claims: .venv/dev.stamp $(CORE) ## judge what answers say, in CLAIMS positions of each game
	$(BIN)/python -m tools.claims $(CLAIMS)

bench: .venv/dev.stamp $(CORE) ## measure every promise
	$(BIN)/python -m tools.bench

LOAD ?=
.PHONY: load
# Minutes to hours; LOAD=--short is all of it in a minute, LOAD='memory --requests 100000' one part: `python -m tools.load -h`.
load: .venv/dev.stamp $(CORE) ## measure the service under load, beside a bare echo, and abuse it: LOAD= parts and options
	$(BIN)/python -m tools.load $(LOAD)

# The core as WebAssembly and the service's Python as JavaScript, where the service finds them; without them the board has
# no answers of its own. The folder is an npm package.
wasm: $(WASM) ## build the engine for browsers into service/page/engine

# The same bytes from an empty cache, in another place.
wasm-reproducible: $(WASM) ## build the engine for browsers anew elsewhere and compare
	$(call copy_of,build/elsewhere) && rm -rf build/elsewhere/service/page/engine && cp -r browser requirements-wasm.txt LICENSE build/elsewhere/
	cp service/core/*.so build/elsewhere/service/core/
	cd build/elsewhere && ../../$(BIN)/python -m browser.build
	diff -r service/page/engine build/elsewhere/service/page/engine && rm -rf build/elsewhere && echo "the same bytes"

wasm-alike: .venv/dev.stamp $(WASM) ## hold the engine for browsers against the service in POSITIONS (1000) of each game, or of VARIANTS
	$(BIN)/python -m tools.browser_engine.compare $(POSITIONS) $(VARIANTS)

arena-tools: .venv/arena.stamp $(CORE) ## install RLCard's rule robot, an opponent for `python -m arena`

# A second copy of the core, built with the sanitizers; the usual one is never replaced by it.
sanitize: .venv/dev.stamp ## run the tests of the core over one with address and undefined-behaviour checks
	$(call copy_of,build/sanitize)
	cd build/sanitize && PAILI_CFLAGS="$(SANITIZE)" PAILI_LDFLAGS="-fsanitize=address,undefined" \
		../../$(BIN)/python setup.py -q build_ext --inplace --force
	cd build/sanitize && LD_PRELOAD="$$($(CC) -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 \
		PYTHONMALLOC=malloc ../../$(BIN)/python -m pytest -s -q -m "not server and not signed and not browser and not wheel" -p no:cacheprovider $(CORE_TESTS)

# Branches that the tests take: of Python by coverage.py, whose contexts and times are for `make mutants`, with what tests start,
# without browsers and signed answers: 40 minutes of a core; of the core by gcov, unoptimised, from the program in C and the tests
# that ask the core, without those that take most of the time there and reach next to nothing else: 3 minutes. Each in a copy.
LONG_UNOPTIMISED := position/test_position $(addprefix advice/test_,bid game robot) \
	$(addprefix rules/test_,catalogue oracle_family network_files perft new_game)
NOT_COUNTED := browser/test_engine deploy/test_deploy deploy/test_supply tools/test_fuzz tools/test_mutants core/test_native_layout \
	page/test_snippets
COUNTED := -O0 -g --coverage -fprofile-update=atomic
.PHONY: coverage coverage-python coverage-c
coverage: coverage-python coverage-c ## measure the branches that tests take, in Python and in C

coverage-python: .venv/dev.stamp .venv/arena.stamp $(CORE)
	$(call tree_of,build/coverage)
	cp service/core/*.so build/coverage/service/core/
	cd build/coverage && ../../$(BIN)/python -m pytest -q -m "not browser and not wheel and not signed" \
		-p no:cacheprovider $(NOT_COUNTED:%=--ignore=tests/%.py) --cov --cov-context=test \
		--cov-report=term-missing:skip-covered --junit-xml=tests.xml

coverage-c: .venv/dev.stamp $(CORE)
	$(call tree_of,build/coverage-c)
	cd build/coverage-c && PAILI_CFLAGS="$(COUNTED)" PAILI_LDFLAGS=--coverage \
		../../$(BIN)/python setup.py -q build_ext --inplace --force
	cd build/coverage-c && mkdir -p build/native && ../../$(BIN)/python -m tools.native_answers.questions build/native/questions.bin && \
		$(CC) $(IN_C) $(COUNTED) -o build/native/answers tools/native_answers/*.c native/*.c -lm -lpthread && \
		build/native/answers build/native/questions.bin >build/native/counted.txt
	cd build/coverage-c && ../../$(BIN)/python -m pytest -q -m "not server and not signed and not browser and not wheel" \
		-p no:cacheprovider $(CORE_TESTS) $(LONG_UNOPTIMISED:%=--ignore=tests/%.py)
	cd build/coverage-c && ../../$(BIN)/python -m gcovr --filter native/ --txt-metric branch --gcov-suspicious-hits-threshold 0

SAMPLE ?= 200
MUTANT_SECONDS ?= 1800
.PHONY: mutants
# Goes on where it was stopped. Which tests reach a line of Python, `make coverage` must have said before.
mutants: .venv/dev.stamp $(CORE) ## put SAMPLE (200) faults into C and into Python, one by one, for MUTANT_SECONDS (1800) each
	$(BIN)/python -m tools.mutants native --sample $(SAMPLE) --seconds $(MUTANT_SECONDS)
	$(BIN)/python -m tools.mutants python --sample $(SAMPLE) --seconds $(MUTANT_SECONDS)

.PHONY: differential
# Goes on where it was stopped.
differential: .venv/dev.stamp $(CORE) ## hold the engine against the slow rules in POSITIONS (1000) of each game
	$(BIN)/python -m tools.differential $(POSITIONS)

IN_C := -std=c11 -ffp-contract=off -Inative -Itools/native_answers
STEP ?= 1
.PHONY: sanitize-c
# No value is used before it is set, no two threads meet, and both hear the same. STEP=6 asks each sixth set of rules.
sanitize-c: .venv/dev.stamp $(CORE) ## ask the core from C alone under the memory and the thread sanitizer
	mkdir -p build/native && $(BIN)/python -m tools.native_answers.questions build/native/questions.bin
	for kind in memory thread; do $(CLANG) $(IN_C) -g -O1 -fsanitize=$$kind -fno-sanitize-recover=all \
		-o build/native/$$kind tools/native_answers/*.c native/*.c -lm -lpthread && build/native/$$kind build/native/questions.bin \
		$$([ $$kind = thread ] && echo 4 || echo 1) $(STEP) >build/native/$$kind.txt || exit 1; done
	cmp build/native/memory.txt build/native/thread.txt && wc -l <build/native/thread.txt

FUZZ_SEED ?= 1
# Long runs may leave the addresses to the next short one, which starts from what they found: FUZZ_CHECKS='-fsanitize=undefined
# -fsanitize-trap=undefined' makes more than twice as many executions a second.
FUZZ_CHECKS ?= -fsanitize=address,undefined -fno-sanitize-recover=undefined -fsanitize-address-use-after-return=never
FUZZ_FLAGS = -std=c11 -g -O2 $(FUZZ_CHECKS) -fno-sanitize-coverage=trace-cmp -I$(CURDIR)/native -I$(CURDIR)/tools/native_answers
# FUZZ_SECONDS are shared out; the same seed and code find the same, so that a change is not blamed for chance: long runs take other seeds.
fuzz: .venv/fuzz.stamp build/fuzz/built.stamp $(CORE) ## fuzz core and texts for FUZZ_SECONDS (30), FUZZ_SEED (1)
	$(BIN)/python -m tools.fuzz $(FUZZ_SECONDS) $(FUZZ_SEED)

.PHONY: fuzz-many
fuzz-many: .venv/fuzz.stamp build/fuzz/built.stamp build/fuzz/many.stamp $(CORE) ## try the core on many inputs around those found, for FUZZ_SECONDS
	$(BIN)/python -m tools.fuzz many $(FUZZ_SECONDS) $(FUZZ_SEED)

# As they were when the targets were built.
.PHONY: force
build/fuzz/flags.txt: force
	@mkdir -p build/fuzz && echo '$(FUZZ_FLAGS)' | cmp -s - $@ || echo '$(FUZZ_FLAGS)' >$@

# Comparisons are not traced: that takes half the time and finds little in hands.
build/fuzz/built.stamp: build/fuzz/flags.txt $(SOURCES) $(wildcard tools/fuzz/*.[ch]) tools/native_answers/play.h
	rm -rf build/fuzz/core && mkdir -p build/fuzz/core
	cd build/fuzz/core && $(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -c $(CURDIR)/native/*.c
	for target in hand table search; do $(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer tools/fuzz/head.c tools/fuzz/fuzz_$$target.c \
		build/fuzz/core/*.o -o build/fuzz/fuzz_$$target || exit 1; done
	@touch $@

build/fuzz/many.stamp: $(SOURCES) $(wildcard tools/fuzz/*.[ch]) tools/native_answers/play.h
	mkdir -p build/fuzz
	for target in hand table search; do $(CLANG) -std=c11 -g -O2 -fsanitize=undefined -fsanitize-trap=undefined -Inative \
		-Itools/native_answers tools/fuzz/many.c tools/fuzz/head.c tools/fuzz/fuzz_$$target.c native/*.c -lm -o build/fuzz/many_$$target || exit 1; done
	@touch $@

.venv/fuzz.stamp: requirements-fuzz.txt .venv/dev.stamp
	$(PIP) -r requirements-fuzz.txt
	@touch $@

# The core, built whenever C changed, so that no test ever runs against an old one.
$(CORE): $(SOURCES) .venv/run.stamp
	$(BIN)/python setup.py -q build_ext --inplace --force
	@mkdir -p build && touch $@

$(WASM): $(SOURCES) $(wildcard browser/*) $(shell find service -name '*.py' -o -name '*.net') .venv/wasm.stamp $(CORE)
	$(BIN)/python -m browser.build
	@touch $@

.venv/wasm.stamp: requirements-wasm.txt .venv/run.stamp
	$(PIP) -r requirements-wasm.txt
	@touch $@

.venv/run.stamp: requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) -r requirements.txt
	@touch $@

.venv/dev.stamp: requirements-dev.txt .venv/run.stamp
	$(PIP) -r requirements-dev.txt
	@touch $@

# RLCard comes as source only; it unpacks its tables when first imported, and two processes must not do that at once.
.venv/arena.stamp: requirements-arena.txt .venv/run.stamp
	$(PIP) --no-binary rlcard --no-build-isolation -r requirements-arena.txt
	$(BIN)/python -c 'import rlcard.games.doudizhu.utils'
	@touch $@

build/contract/run.stamp: requirements-contract.txt
	mkdir -p build && $(PYTHON) -m venv build/contract
	build/contract/bin/python $(LOCKED) -r requirements-contract.txt
	build/contract/bin/python -m pip check
	@touch $@

# One commit, one wheel: its time is in every file of it, and no umask, folder or earlier build.
wheel: .venv/dev.stamp $(WASM) ## build the wheel into build/dist, the same bytes from the same commit
	rm -rf build/wheel build/dist
	umask 022 && SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} \
		$(BIN)/python -m build --wheel --no-isolation --outdir build/dist

build/audit/run.stamp: requirements-audit.txt
	mkdir -p build && $(PYTHON) -m venv build/audit
	build/audit/bin/python $(LOCKED) -r requirements-audit.txt
	build/audit/bin/python -m pip check
	@touch $@

supply: .venv/dev.stamp build/audit/run.stamp ## list the parts of the image, known holes in them, and secrets
	$(BIN)/python -m tools.supply

image: .venv/dev.stamp $(CORE) $(WASM) ## do the Dockerfile's steps by hand, and ask what serves
	$(BIN)/python -m tools.image

lock: .venv/run.stamp ## lock the requirements with hashes
	$(BIN)/python -m pip --disable-pip-version-check install -q uv==0.13.9
	for name in $(LOCKS); do $(LOCK) $$name.in -o $$name.txt; done

clean: ## remove all that was built
	rm -rf .venv build service/core/*.so service/page/engine .pytest_cache .mypy_cache .ruff_cache .hypothesis .schemathesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
