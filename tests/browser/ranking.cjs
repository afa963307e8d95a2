// Ranks queries as a browser does: `node ranking.cjs SEARCH_JS SCRIPTS < queries.json` prints the places of skills for
// each. SCRIPTS is the folder with the table and the files of terms and names; without it, the words and stems of each
// text are printed.
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm");

const [asset, folder] = process.argv.slice(2);
vm.runInThisContext(fs.readFileSync(asset, "utf8"), { filename: asset });
const search = globalThis.skillpackSearch;
const given = JSON.parse(fs.readFileSync(0, "utf8"));

const script = (name) => vm.runInThisContext(fs.readFileSync(path.join(folder, name), "utf8"), { filename: name });

const main = async () => {
  if (!folder) return given.map((text) => search.words(text).map((word) => [word, search.stem(word)]));
  globalThis.window = globalThis;
  vm.runInThisContext(fs.readFileSync(path.join(path.dirname(asset), "rows.js"), "utf8"), { filename: "rows.js" });
  let table = null;
  const parts = new Map();
  globalThis.skillpackTable = (data) => { table = data };
  globalThis.skillpackTerms = (name, text) => parts.set(name, text);
  globalThis.skillpackNames = (name, ...told) => parts.set(name, told);
  script("table.js");
  const asked = new Set();
  const index = search.open(table, (name) => { asked.add(name); script(`${name}.js`); return parts.get(name) });
  const answers = [];
  const start = process.cpuUsage();
  for (const query of given) answers.push((await index.rank(query)).map(([place]) => place));
  const used = process.cpuUsage(start);
  console.error(JSON.stringify({ files: asked.size, milliseconds: (used.user + used.system) / 1000 / given.length }));
  return answers;
};
main().then((answers) => console.log(JSON.stringify(answers)));
