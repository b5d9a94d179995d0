# Every target installs what it needs first (scripts/setup), so any of them works on a fresh clone.
.DEFAULT_GOAL := help

# Without it the order of some dependencies' traits changes per run, which rebuilds them.
export SWIFT_DETERMINISTIC_HASHING := 1
# Warnings are errors for us, not for somebody who builds Accord with a later compiler.
export ACCORD_STRICT := 1

release_path := .build-release
# Named one by one: all of a package's products are also those of its dependencies, protoc among them.
programs := accord accord-server

.PHONY: help setup demo test web screenshots soak fuzz model build release install format check embed \
	protobuf bench clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## Install missing system packages and check the compiler
	@scripts/setup

demo: setup ## Show two testers, a conflict, a decision and the exports, on this machine alone
	$(foreach program,$(programs),swift build --product $(program) &&) scripts/demo

test: build ## Run everything that checks: models, Swift tests, second client, pages, exports
	@scripts/test

web: build ## Run the tests of the pages in a browser alone
	ACCORD_PAGES=all scripts/test-web

screenshots: build ## Take pictures of every page, into build/screenshots
	scripts/screenshots

soak: build ## Search for half an hour for what the tests search for a minute (MINUTES=30)
	scripts/soak --minutes $(or $(MINUTES),30)

fuzz: build ## Feed damaged bytes to every decoder, for long
	scripts/fuzz

model: ## Check the models of the sync protocol, each with every rule taken away
	scripts/model

build: setup ## Build programs and tests for debugging
	swift build --build-tests

release: setup ## Build the programs for use, into .build-release
	$(foreach program,$(programs),swift build --configuration release \
		--scratch-path $(release_path) --product $(program) &&) true

install: ## Install what make release built, with manual pages and completions (PREFIX=/usr/local)
	scripts/install $(or $(PREFIX),/usr/local)

format: setup ## Format every Swift file
	scripts/format

check: setup ## Check format, embedded files and the rules of style
	scripts/format --check
	scripts/embed --check
	swift test --disable-xctest --filter TidyTests

embed: setup ## Write the catalogue into Swift source after a change in config/
	scripts/embed
	swift run embed-catalogue

protobuf: setup ## Write the wire messages' Swift source after a change in a .proto file
	scripts/protobuf

bench: programs += accord-bench
bench: release ## Measure the main paths against a bare C program (EXPORTED=100000 findings)
	Benchmarks/run --exported $(or $(EXPORTED),100000)

clean: ## Remove everything that builds and demos wrote
	rm -rf .build .build-release .build-protobuf .web .protocol .schemas .agreement build demo-output
