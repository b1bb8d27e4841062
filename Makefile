# `make help` lists the targets.
CARGO ?= cargo
# The program that the targets below run is built with this profile; `make .. PROFILE=dev` takes the one that the tests build.
PROFILE ?= release
REJUDGE = $(CURDIR)/target/$(if $(filter dev,$(PROFILE)),debug,$(PROFILE))/rejudge
export CARGO_TARGET_DIR = $(CURDIR)/target
PAPERS = sakai-bias sakai-ncu sakai-ntcir bompada-incomplete sakai-late-arrival
# Experiments on open data, which need REJUDGE_DATA. The first have real runs with printed scores, real labels with printed agreement,
# or real judgments whose number papers print.
OPEN = trec-covid-round1 trec-covid-bounds trec-covid trec-dl official-by-topic trec8-without-own-team arabzadeh-clarke llmjudge public-data llm-judges llm-judges-modern judge-passes open-scores ntcir13-www zobel-pools buckley-bpref voorhees-buckley why-collections-differ
# These need files that the tests do not: `rejudge data get` fetches them.
FETCHED = trec-covid-later trec-covid-bounds-later gov2-open-source

.PHONY: help ready drawn transcription rail test-night soak build papers open $(PAPERS) $(OPEN) $(FETCHED) check report test lint test-slow toy kernels bench bench-instructions coverage gate verdicts fit-twins twin-fit site picture
.DEFAULT_GOAL = build

# The targets with a line in `##`.
help:
	@awk -F ':.*## ' '/^[a-z][^:=]*:.*## / { printf "%-12s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "papers, which need no data: $(PAPERS)"
	@echo "experiments on open data (rejudge data get): $(OPEN) $(FETCHED)"

# Says what is missing before cargo begins to compile.
ready:
	@tests/prerequisites

# Cargo chooses the features of dependencies by what it is asked to build. With the profile of the tests this asks for what `make test`
# builds, so that nothing is built twice.
build: ready  ## build the program, target/release/rejudge
	$(if $(filter dev,$(PROFILE)),$(CARGO) test --workspace --no-run --quiet,$(CARGO) build --profile $(PROFILE) -p rejudge)

papers: $(PAPERS)  ## run, report on and check all papers; index.html in results links to their pages
open: $(OPEN)  ## the same for the experiments on open data
papers open: build
	$(REJUDGE) report --index

# Reports of the papers show draws of real runs, which open-scores computes if its data are available. `open-scores` waits for
# `drawn`, so that no two jobs write its results at once.
sakai-bias sakai-ncu open-scores: drawn
drawn: build
	$(REJUDGE) run open-scores --if-available

# Computes what is missing, writes results/<paper>, the report, and the verdict (check.json). If data are missing that the committed
# report shows, all of it goes to target/results/<paper>.
$(PAPERS) $(OPEN) $(FETCHED): build
	$(REJUDGE) run $@
	$(REJUDGE) report $@
	$(REJUDGE) check $@

check: build  ## check all results
	$(REJUDGE) check --all

report: build  ## write all reports
	$(REJUDGE) report --all

lint:  ## formatting, clippy, documentation, words (needs python3, rustfmt and clippy)
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	# Examples make cargo choose the features that clippy's targets have; otherwise it compiles syn, and all that needs it, again.
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --lib --bin rejudge-bench --examples
	# A change of dependencies changes the lock of the fuzz targets too.
	$(CARGO) metadata --quiet --locked --format-version 1 --manifest-path fuzz/Cargo.toml > /dev/null
	tests/lint/words
	tests/lint/public

test: ready  ## build and run the tests
	$(CARGO) test --workspace

# The relations between printed cells, and the checksums of the printed tables; needs no program.
transcription:  ## check the printed tables (needs python3)
	@bash -c '. tests/slow/python && exec "$$python" tests/slow/transcription.py $(WRITE)'

# The numbers that no change of the code may move (tests/rail), computed from an empty cache. It needs REJUDGE_DATA.
rail: PROFILE = dev
rail: build  ## recompute every number that must not change (needs data)
	tests/rail/run $(REJUDGE)

# Tests that need the program, other tools, or time.
test-slow: PROFILE = dev
test-slow: build  ## tests that need other tools or time
	tests/slow/run $(REJUDGE)

# Slow tests that a change need not wait for (hours); tests/slow/suite.py gives the reason for each.
test-night: build kernels  ## tests that take hours
	tests/slow/run $(REJUDGE) --night

# Several processes on one folder, with kills and changing files, for SECONDS.
SECONDS ?= 1800
soak: build  ## several processes on one folder for SECONDS
	tests/slow/soak $(REJUDGE) $(SECONDS)

# The hand-checked case, through the real binary.
toy: build  ## the case that is worked by hand
	experiments/toy/run $(REJUDGE)

# The documentation as HTML that opens without a network: target/site/index.html.
site:  ## the documentation as HTML: target/site/index.html
	@bash -c '. tests/slow/python && exec "$$python" .ci/site.py target/site'

# The program that times kernels inside one process.
kernels:
	$(CARGO) build --release -p rejudge-bench

# The project against its peers and the machine's limits, into results/bench.md; OPTIONS are those of benches/bench.py.
bench: build kernels  ## measure speed and memory into results/bench.md
	benches/run $(REJUDGE) $(REJUDGE)-bench -- $(OPTIONS)

# Instructions of the kernels against the recorded ones; they do not depend on other load of the machine.
bench-instructions: kernels
	benches/instructions $(REJUDGE)-bench

# How often intervals contain the truth of a simulated collection with many topics, into docs/dev/coverage.md.
coverage:
	$(CARGO) run --release -p rejudge-twins --example coverage > docs/dev/coverage.md.new
	mv docs/dev/coverage.md.new docs/dev/coverage.md

# How often verdicts on claims are right on simulated collections whose truth is known, into docs/dev/verdicts.md.
verdicts: build
	python3 benches/verdicts.py $(REJUDGE) > docs/dev/verdicts.md.new
	mv docs/dev/verdicts.md.new docs/dev/verdicts.md

# Error rates of the verdicts of `eval --allow`, into docs/dev/gate.md.
gate:
	$(CARGO) run --release -p rejudge-stats --example gate > docs/dev/gate.md.new
	mv docs/dev/gate.md.new docs/dev/gate.md

# Constants of the bundled twins, fitted again to printed numbers and published summaries (see benches/fit_twins.py), starting from
# their current values: needs results of the papers (`make papers`), REJUDGE_DATA and polars. TWINS names some; all take half an hour.
fit-twins: build
	python3 benches/fit_twins.py $(REJUDGE) $(REJUDGE_DATA) $(TWINS)

picture: PROFILE = dev
picture: build  ## draw README's picture of an audit from its page (needs data, node, chromium)
	@bash -c '. tests/slow/python && exec "$$python" tests/slow/picture.py $(REJUDGE)'

# The fit of the twins in results/ to the printed cells, those that were used for fitting and those that were not.
twin-fit:
	@python3 benches/twin_fit.py results
