# The two commands of the README are `make demo` and `make test`; both do all the set-up.
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
BUILD := build/release
LIMPET := $(BUILD)/bin/limpet

# What the tests run; the benchmarks of bench/ are built by `make build` alone.
TESTED := limpet_command limpet_tests limpet_fuzz_scenes

.PHONY: all setup configure build demo test test-long test-long-scenes test-long-haptics test-long-rest test-asan test-tsan lint format install docs clean

all: build

setup:
	@tools/install_packages

configure: setup
	@test -f $(BUILD)/build.ninja || cmake --preset release

build: configure
	@cmake --build --preset release -j $(JOBS)

demo: configure
	@cmake --build --preset release -j $(JOBS) --target limpet_command
	@tools/demo $(LIMPET)

test: configure
	@cmake --build --preset release -j $(JOBS) --target $(TESTED)
	@ctest --preset release -j $(JOBS)

# Everything: also the tests labelled `long`, in parts of at most an hour each on two cores, and the quick ones
# under the sanitizers.
test-long: test-long-scenes test-long-haptics test-long-rest test-asan test-tsan

# The 10 000 random scenes of docs/physics-fuzz.md.
test-long-scenes: build
	@ctest --preset long -j $(JOBS) -R PhysicsFuzzLong

# An hour of the haptic loop, in real time and in lockstep side by side (docs/haptics.md).
test-long-haptics: build
	@ctest --preset long -j $(JOBS) -R HapticEnduranceLong

test-long-rest: build
	@ctest --preset long -j $(JOBS) -E 'PhysicsFuzzLong|HapticEnduranceLong'

test-asan test-tsan: test-%: setup
	@test -f build/$*/build.ninja || cmake --preset $*
	@cmake --build --preset $* -j $(JOBS)
	@ctest --preset $* -j $(JOBS)

lint: setup
	@tools/lint

format:
	@git ls-files '*.cpp' '*.h' | xargs clang-format -i

# The reference pages that come out of the schema.
docs: build
	@$(LIMPET) schema --json > docs/scene.schema.json
	@$(LIMPET) schema --markdown > docs/scene-reference.md

install: build
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	@rm -rf build
