// Lighthouse as on a phone: four times a hundred.
import lighthouse from "lighthouse";
import { job, row, withBrowser } from "./open.mjs";

const HARD = ["accessibility", "best-practices", "seo"], SOFT = "performance"; // a loaded machine is slow

await withBrowser(async (browser) => {
  const port = +new URL(browser.wsEndpoint()).port;
  for (const [name, address] of Object.entries(job.pages)) {
    const { lhr } = await lighthouse(address, { port, output: "json", logLevel: "error", onlyCategories: [SOFT, ...HARD] });
    const score = (category) => Math.round(lhr.categories[category].score * 100);
    const lost = (category) => lhr.categories[category].auditRefs
      .filter(({ id, weight }) => weight && lhr.audits[id].score !== null && lhr.audits[id].score < 1).map(({ id }) => id);
    for (const category of HARD) {
      const why = score(category) < 100 ? `: ${lost(category).join(", ")}` : "";
      row(`lighthouse: ${name}, ${category}`, "100", score(category) + why);
    }
    const times = `LCP ${lhr.audits["largest-contentful-paint"].displayValue}, CLS ${lhr.audits["cumulative-layout-shift"].displayValue}`;
    const whole = score(SOFT) === 100;
    row(`lighthouse: ${name}, ${SOFT}`, "100", whole ? "100" : `${score(SOFT)}: ${lost(SOFT).join(", ")}; ${times}`, whole ? "checked" : "noted");
  }
});
