// html-validate over every page: what it recommends, and why a rule is not asked.
import { HtmlValidate } from "html-validate";
import { readFileSync } from "node:fs";
import { job, row, some } from "./open.mjs";

const checker = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended", "html-validate:a11y"],
  rules: {
    "attr-quotes": "off", // painted code is most of many pages, and needs no quotes
    "doctype-style": "off", // HTML takes both cases for the same
    "no-trailing-whitespace": "off", // skills have it in their code, which is shown as it is
    "form-dup-name": ["error", { shared: ["checkbox", "radio"] }], // choices of one facet have its name
    "long-title": "off", // names and paths of skills may be longer
    "wcag/h32": "off", // Enter sends the search, which is one field; filters change no context, and need no button
  },
});
for (const [name, files] of Object.entries(job.sets)) {
  const faults = [];
  for (const file of files) {
    const { results } = checker.validateStringSync(readFileSync(file, "utf8"), file);
    for (const { messages } of results) for (const { ruleId, message, line, column } of messages) {
      faults.push(`${ruleId}: ${message} (${file}:${line}:${column})`);
    }
  }
  row(`html-validate: ${name}, ${files.length} pages`, "", some(faults));
}
