# All targets for a checkout. `make` alone lists them.

PREFIX ?= /usr/local
DESTDIR ?=
# Further arguments for swift, for example: make build SWIFTFLAGS='--jobs 1'
SWIFTFLAGS ?=
FUZZ_SECONDS ?= 3600
# Swift's own libraries are linked statically, so that the program runs on machines without Swift. lld is
# the linker because others warn about unused functions in those libraries.
RELEASE = -c release --static-swift-stdlib --disable-local-rpath --product ziggurat -Xswiftc -use-ld=lld $(TAG)
# The version is the git tag, if the sources are the files of a tag.
VERSION := $(shell git describe --tags --exact-match --dirty 2>/dev/null)
TAG := $(if $(VERSION),-Xcc '-DZIG_TAG="$(VERSION)"')

PROGRAM := .build/release/ziggurat
INSTALLED := bin/ziggurat share/man/man1/ziggurat.1.gz share/bash-completion/completions/ziggurat \
	share/zsh/site-functions/_ziggurat share/fish/vendor_completions.d/ziggurat.fish
DEMO := .build/demo
SAMPLE := $(DEMO)/ziggurat.jpg
SOURCES := Package.swift Sources Tests

.DEFAULT_GOAL := help
.PHONY: help bootstrap build demo test test-unit check endurance fuzz sanitize bench memory bench-quick reference format lint types deb deb-test dist docs install uninstall clean

help: ## list the targets
	@echo 'Ziggurat: converts large images to static tile pyramids with a viewer.'
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

bootstrap: ## install what the build needs; build, demo and test run it
	@Scripts/bootstrap

build: bootstrap ## build the program, .build/release/ziggurat
	swift build $(SWIFTFLAGS) $(RELEASE)

demo: build ## draw a large image, export it in three layouts, print the page to open
	@mkdir -p $(DEMO)
	$(PROGRAM) sample --replace --size 12000x8000 $(SAMPLE)
	$(PROGRAM) export $(SAMPLE) --layout dzi,xyz,iiif3 --output Output
	@echo
	@echo 'Open this page in a browser, from the disk or through any web server:'
	@echo '  file://$(CURDIR)/Output/index.html'

# Optimised modules: the tests take a third less time.
test test-unit: export ZIGGURAT_OPTIMISED = 1

test: ## run all tests
	@Scripts/bootstrap --tests
	swift build $(SWIFTFLAGS) --build-tests
	Scripts/test

test-unit: ## run the tests that start no program, without browsers (minutes)
	@Scripts/bootstrap --tests
	swift build $(SWIFTFLAGS) --build-tests
	UNIT_TESTS=1 swift test $(SWIFTFLAGS) --skip-build --skip BrowserTests --skip JourneyTests

check: lint types test build ## run all checks: lint, types, tests, release build

endurance: build ## verify, change, kill and cut power at random (long; root)
	Tests/Endurance/clean.py
	Tests/Endurance/changes.py
	Tests/Endurance/shapes.py
	Tests/Endurance/bands.py
	Tests/Endurance/damage.py
	Tests/Endurance/memory.py
	Tests/Endurance/oddities.py
	Tests/Endurance/pairs.py
	Tests/Endurance/kills.py
	Tests/Endurance/power_cuts.py
	Tests/Endurance/power_cuts.py --no-sync

fuzz: ## feed mutated input to all readers (FUZZ_SECONDS, default one hour)
	@Scripts/bootstrap --tests
	Scripts/fuzz $(FUZZ_SECONDS)

sanitize: ## run the tests with the address and the thread sanitizer (an hour)
	@Scripts/bootstrap --tests
	Scripts/sanitize address
	Scripts/sanitize thread

bench: build ## compare with libvips and gdal2tiles (300 megapixels; many minutes)
	@Scripts/bootstrap --bench
	Benchmarks/bench

memory: build ## compare the memory that plan states with the memory of exports (minutes)
	@Scripts/bootstrap --tests
	Benchmarks/memory

bench-quick: build ## compare the main tasks on 48 megapixels
	@Scripts/bootstrap --bench
	Benchmarks/bench --quick

docs: bootstrap ## write the documentation of the library's API to .build/docs
	swift build $(SWIFTFLAGS) --target ZigguratKit
	Scripts/docs

reference: build ## write Documentation/reference.md from the declarations
	$(PROGRAM) help --format markdown > Documentation/reference.md

format: ## format the sources
	swift format --in-place --recursive $(SOURCES)

lint: ## check the format of the sources, the uses of folders and the lengths of files
	swift format lint --strict --recursive $(SOURCES)
	Scripts/folders
	Scripts/folders Tests --target-lines 12000

types: ## check the types in the viewer's scripts
	@Scripts/bootstrap --tests
	tsc -p Templates/jsconfig.json

deb: build ## build a Debian package in .build/packages
	@Scripts/package deb

deb-test: deb ## install the package on a bare Debian 12 and use it (minutes; root)
	Tests/Packages/debian.sh

dist: ## pack the committed sources into an archive in .build/packages
	@Scripts/package dist

install: build ## copy program, manual page and completions to PREFIX (default /usr/local; DESTDIR works)
	install -D -m 755 $(PROGRAM) '$(DESTDIR)$(PREFIX)/bin/ziggurat'
	Scripts/package documents '$(DESTDIR)$(PREFIX)'

uninstall: ## remove what `make install` copied
	rm -f $(INSTALLED:%='$(DESTDIR)$(PREFIX)/%')

clean: ## remove build products, not exports
	rm -rf .build
