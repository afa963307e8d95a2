// Lighthouse as on a phone: four times a hundred, and the figures that readers feel.
import lighthouse from "lighthouse";
import { job, row, withBrowser } from "./open.mjs";

const SPEED = "performance", CATEGORIES = [SPEED, "accessibility", "best-practices", "seo"];
const FIGURES = { "largest-contentful-paint": ["LCP", 1500], "cumulative-layout-shift": ["CLS", 0.01] }; // milliseconds; share
const TRIES = 3; // what else a machine does makes it slower now and then, never faster

const score = (lhr, category) => Math.round(lhr.categories[category].score * 100);
const quick = (lhr) => score(lhr, SPEED) === 100
  && Object.entries(FIGURES).every(([id, [, most]]) => lhr.audits[id].numericValue < most);

await withBrowser(async (browser) => {
  const port = +new URL(browser.wsEndpoint()).port;
  for (const [name, address] of Object.entries(job.pages)) {
    let lhr;
    for (let i = 0; i < TRIES && !(lhr && quick(lhr)); i++) {
      ({ lhr } = await lighthouse(address, { port, output: "json", logLevel: "error", onlyCategories: CATEGORIES }));
    }
    const lost = (category) => lhr.categories[category].auditRefs
      .filter(({ id, weight }) => weight && lhr.audits[id].score !== null && lhr.audits[id].score < 1).map(({ id }) => id);
    const got = CATEGORIES.map((category) => score(lhr, category) + (score(lhr, category) < 100 ? `: ${lost(category).join(", ")}` : ""));
    row(`lighthouse: ${name}, ${CATEGORIES.length} categories`, "100 100 100 100", got.join(" "));
    const figures = Object.entries(FIGURES).map(([id, [short, most]]) => {
      const value = lhr.audits[id].numericValue;
      return [`${short} ${short === "LCP" ? Math.round(value) + " ms" : value.toFixed(4)}`, value < most ? "" : `${short} ${value}`];
    });
    row(`lighthouse: ${name}, ${figures.map(([told]) => told).join(", ")}`, "", figures.map(([, fault]) => fault).filter(Boolean).join(", "));
  }
});
