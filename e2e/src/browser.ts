import { findChromium } from '@khmer-learning/local-stack';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Starts Chromium without a sandbox (CI runs as root) and without external calls. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long a page may take to show an expected element. Long, because a busy machine must not fail a story. */
export const pageTimeoutMs = 45_000;

interface PolicyViolation {
  violatedDirective: string;
  blockedURI: string;
  sourceFile: string;
  sample: string;
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
}

/** Opens the first page of an isolated browser context, with {@link openPageIn}. */
export async function openPage(browser: Browser, errors: string[] = []): Promise<Page> {
  return openPageIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }), errors);
}

/**
 * Opens a page with the session and cached files of the context's earlier pages. A test can assert that there were no
 * script errors and no violations of the page's Content-Security-Policy.
 */
export async function openPageIn(context: BrowserContext, errors: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(pageTimeoutMs);
  // For scripts/jest-story-environment.cjs, which is outside of the tests' modules.
  const inTests = globalThis as { openedPages?: Page[] };
  inTests.openedPages = [...(inTests.openedPages ?? []).filter((one) => !one.isClosed()), page];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.exposeFunction('noteRefusal', (text: string) => errors.push(`Refused: ${text}`));
  await page.addInitScript(() => {
    const inPage = globalThis as unknown as {
      noteRefusal(text: string): void;
      document: { addEventListener(type: string, listener: (event: PolicyViolation) => void): void };
    };
    inPage.document.addEventListener('securitypolicyviolation', (event) =>
      inPage.noteRefusal(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile} ${event.sample}`,
      ),
    );
  });
  return page;
}
