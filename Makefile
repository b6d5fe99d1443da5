# Each step runs under a time limit: a hang is a failure. Limits are in seconds and generous enough
# for a cold build on two cores.
BUILD_LIMIT ?= 900
TEST_LIMIT ?= 900
LONG_TEST_LIMIT ?= 7200
DOCS_LIMIT ?= 300
LINT_LIMIT ?= 120
REPLAY_LIMIT ?= 300
BENCH_LIMIT ?= 3600
MUTANTS_LIMIT ?= 7200
FUZZ_SECONDS ?= 20
FUZZ_LIMIT ?= $(shell expr 1200 + 6 \* \( $(FUZZ_SECONDS) + 120 \))

LIMIT := scripts/limit
WARNING_FREE := scripts/warning-free
# Without the cache a warning about the package is printed by every build, not by the first alone.
SWIFT_BUILD := swift build --disable-build-manifest-caching
SWIFT_PATHS := Package.swift Sources Tests \
  $(wildcard Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests Benchmarks/Fuzzing)
DEMO ?=
BENCH ?= core
SCHEDULES ?= 100000
MUTANTS ?=
BENCHMARKS := swift build --package-path Benchmarks
# Tests with a server or processes that others would starve: one after the other.
ALONE := HoldfastPostgresTests StressFaultTests AdapterRaceTests StressInterruptionTests

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup build release demo test test-long simulate lint format docs bench bench-json mutants fuzz \
  stress soak clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## Install the Debian packages that are missing, where that needs no question.
	@$(LIMIT) 600 scripts/setup >&2

build: setup ## Build everything for debugging.
	$(LIMIT) $(BUILD_LIMIT) $(WARNING_FREE) $(SWIFT_BUILD)

release: setup ## Build everything optimised; any warning is a failure.
	$(LIMIT) $(BUILD_LIMIT) $(WARNING_FREE) $(SWIFT_BUILD) -c release

demo: build ## Simulate a day of an AI product and show its figures; DEMO='--users 50 --seed 7'.
	$(LIMIT) $(REPLAY_LIMIT) .build/debug/holdfast demo $(DEMO)

test: build release ## Build both ways without warnings, then run all tests and scenarios.
	$(LIMIT) $(BUILD_LIMIT) $(WARNING_FREE) $(SWIFT_BUILD) --build-tests
	$(LIMIT) $(TEST_LIMIT) swift test $(addprefix --skip ,$(ALONE))
	$(LIMIT) $(TEST_LIMIT) swift test --skip-build --no-parallel $(addprefix --filter ,$(ALONE))
	$(LIMIT) $(REPLAY_LIMIT) scripts/scenarios
	$(LIMIT) $(BUILD_LIMIT) $(BENCHMARKS) --product Mutants
	$(LIMIT) $(LINT_LIMIT) Benchmarks/.build/debug/Mutants check

test-long: mutants simulate ## Run mutants, simulations, and all tests with long random workloads.
	HOLDFAST_LONG=1 $(LIMIT) $(LONG_TEST_LIMIT) swift test

simulate: setup ## Simulate the PostgreSQL store under faults, SCHEDULES seeds (100000).
	$(LIMIT) $(BUILD_LIMIT) $(WARNING_FREE) $(SWIFT_BUILD) -c release --product holdfast
	$(LIMIT) $(LONG_TEST_LIMIT) .build/release/holdfast simulate --schedules $(SCHEDULES)

lint: ## Check the formatting and the house rules; changes nothing.
	$(LIMIT) $(LINT_LIMIT) swift format lint --strict -r $(SWIFT_PATHS)
	$(LIMIT) $(LINT_LIMIT) scripts/house-rules

format: ## Rewrite the Swift files in the house format.
	$(LIMIT) $(LINT_LIMIT) swift format -i -r $(SWIFT_PATHS)

docs: setup ## Write the reference as a static site into .build/docs.
	$(LIMIT) $(BUILD_LIMIT) $(WARNING_FREE) $(SWIFT_BUILD)
	$(LIMIT) $(DOCS_LIMIT) scripts/docs

bench: setup ## Measure; BENCH=core, postgres, statistics or sustained.
	$(LIMIT) $(BUILD_LIMIT) $(BENCHMARKS) -c release --product HoldfastBench
	$(LIMIT) $(BENCH_LIMIT) Benchmarks/.build/release/HoldfastBench $(BENCH)

# A short look: the store at 1,024 callers against the function at 32 clients.
BENCH_JSON_OPTIONS = $(if $(filter postgres,$(BENCH)),--seconds 4 --journal 200000 --clients 32 \
  --callers 1024 --workloads hot,uniform --baselines function --shapes single)

bench-json: setup ## Measure and print a JSON object a figure; BENCH=core or postgres.
	@$(LIMIT) $(BUILD_LIMIT) $(BENCHMARKS) -c release --product HoldfastBench >&2
	@$(LIMIT) $(BENCH_LIMIT) Benchmarks/.build/release/HoldfastBench $(BENCH) --json $(BENCH_JSON_OPTIONS)

# A minute on memory, shape by shape, and a minute on a PostgreSQL of its own that is killed, cut off,
# suspended and terminated, with workers that are killed and whose clocks differ.
STRESS_SHAPES := hot fan-out stream expiry-storm retry-storm first-use top-up-race limit-race \
  lot-expiry-race exhaustion
STRESS_SECONDS ?= 5
STRESS_FAULT_SECONDS ?= 60
HOLDFAST := .build/release/holdfast

stress: release ## Race on memory and on a throw-away PostgreSQL with all faults; two minutes.
	@for shape in $(STRESS_SHAPES); do \
	  $(LIMIT) 300 $(HOLDFAST) stress --shape $$shape --seconds $(STRESS_SECONDS) || exit 1; \
	done
	$(LIMIT) 600 $(HOLDFAST) stress --store throwaway --shape mixed --clients 100 --processes 2 \
	  --seconds $(STRESS_FAULT_SECONDS) --faults all --html .build/stress.html

# 1,000,000 calls take some minutes on two cores; SOAK_OPTIONS='--seconds 1800' for half an hour.
SOAK_OPTIONS ?= --commands 1000000
SOAK_LIMIT ?= 7200

soak: release ## A million calls on a throw-away PostgreSQL with all faults, then the check.
	$(LIMIT) $(SOAK_LIMIT) $(HOLDFAST) stress --store throwaway --shape soak --clients 500 \
	  --processes 2 --faults all --fault-every 10s --html .build/soak.html $(SOAK_OPTIONS)

mutants: setup ## Put faults into the rules and see what notices each; MUTANTS='ID …' for some.
	$(LIMIT) $(BUILD_LIMIT) $(BENCHMARKS) --product Mutants
	$(LIMIT) $(MUTANTS_LIMIT) Benchmarks/.build/debug/Mutants run $(MUTANTS)

fuzz: setup ## Fuzz every target for FUZZ_SECONDS each (20); 600 for a long run.
	FUZZ_SECONDS=$(FUZZ_SECONDS) $(LIMIT) $(FUZZ_LIMIT) Benchmarks/Fuzzing/fuzz

clean: ## Remove everything that was built.
	rm -rf .build Benchmarks/.build
