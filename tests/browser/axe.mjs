// axe-core over one page of every template, light and dark, wide and narrow: no violation.
import axe from "axe-core";
import { each, emulate, job, open, row, some, withBrowser } from "./open.mjs";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const found = new Map(Object.keys(job.pages).map((name) => [name, []]));

await withBrowser(async (browser) => {
  const visits = Object.entries(job.pages).flatMap(([name, address]) => [1280, 390].map((width) => [name, address, width]));
  await each(visits, async ([name, address, width]) => {
    const { page, close } = await open(browser, address, { width });
    await page.evaluate(axe.source);
    for (const scheme of ["light", "dark"]) {
      await emulate(page, { "prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce" });
      const { violations } = await page.evaluate(
        (rules) => window.axe.run(document, {
          runOnly: rules, resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } },
        }), RULES);
      for (const { id, nodes } of violations) {
        found.get(name).push(`${id} ${scheme} ${width}: ${nodes[0].target.join(" ")} ${nodes[0].html.slice(0, 120)} (${nodes.length})`);
      }
    }
    await close();
  });
});
for (const [name, faults] of found) row(`axe: ${name}`, "0 violations", faults.length ? some(faults) : "0 violations");
