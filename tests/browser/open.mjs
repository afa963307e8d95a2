// A browser without a window, pages that note what goes wrong in them, and lines for the table.
import puppeteer from "puppeteer-core";
import { readFileSync } from "node:fs";

/** What there is to do: `chromium`, `origin`, `pages` (name -> address), and what each program asks for. */
export const job = JSON.parse(readFileSync(process.argv[2], "utf8"));

/** Print a line of the table. */
export const row = (step, wanted, got, kind = "checked") =>
  console.log(JSON.stringify({ step, wanted: String(wanted), got: String(got), kind }));

/** Say the first faults of many in one line. */
export const some = (faults) => {
  const first = [...new Set(faults)];
  return first.slice(0, 6).join("; ") + (first.length > 6 ? ` and ${first.length - 6} more` : "");
};

/** Start a browser for as long as the work takes. */
export const withBrowser = async (work) => {
  const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : []; // there is none for root
  const browser = await puppeteer.launch({
    executablePath: job.chromium,
    headless: true,
    args: [...sandbox, "--disable-dev-shm-usage", "--lang=en-US"],
  });
  try { await work(browser) } finally { await browser.close() }
};

/**
 * Open a page in a context of its own, and note what it asks for and complains about.
 * @returns the page; `seen` holds `requests`, `faults` and, after `settled`, `shift` of the layout.
 */
export const open = async (browser, address, { width = 1280, scripts = true, media = [] } = {}) => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const seen = { requests: [], faults: [] };
  page.on("request", (request) => { if (!request.url().startsWith("data:")) seen.requests.push(request) });
  page.on("requestfailed", (request) => seen.faults.push(`failed: ${request.url()}`));
  page.on("response", (response) => { if (response.status() >= 400) seen.faults.push(`${response.status()}: ${response.url()}`) });
  page.on("pageerror", (error) => seen.faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) seen.faults.push(`console: ${message.text()}`);
  });
  await page.setViewport({ width, height: width < 600 ? 844 : 900 });
  await page.setJavaScriptEnabled(scripts);
  await emulate(page, media);
  if (scripts) await page.evaluateOnNewDocument(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    addEventListener("securitypolicyviolation", (event) => console.error(`CSP ${event.effectiveDirective} ${event.blockedURI}`));
  });
  await page.goto(address, { waitUntil: "load" });
  return { page, seen, close: () => context.close() };
};

/** Emulate features of media: `{ "forced-colors": "active" }`, and a type of media. */
export const emulate = async (page, features, media = "") => {
  const session = await page.createCDPSession();
  const list = Object.entries(features).map(([name, value]) => ({ name, value }));
  await session.send("Emulation.setEmulatedMedia", { media, features: list });
  page.held = session; // the emulation ends with its session
};

/** Do something with every one, as many at once as there are processors to spare. */
export const each = async (list, work, lanes = 2) => {
  const left = [...list];
  await Promise.all(Array.from({ length: lanes }, async () => { while (left.length) await work(left.shift()) }));
};
