import { findChromium } from '@khmer-learning/local-stack';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Chromium without a sandbox (CI runs as root) and without calls to the outside. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long a page may take to show what a story waits for: a busy machine is no failure. */
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

/**
 * A page of a person of their own: nothing is shared with any other. Script errors, and whatever the page's own
 * Content-Security-Policy has refused, fail the test that looks.
 */
export async function openPage(browser: Browser, errors: string[] = []): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(pageTimeoutMs);
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
