import { findChromium } from '@khmer-learning/local-stack';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Chromium without a sandbox (CI runs as root) and without calls to the outside. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: flags });
}

/** A page of a person of their own: nothing is shared with any other. Script errors fail the test that looks. */
export async function openPage(browser: Browser, errors: string[] = []): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => errors.push(String(error)));
  return page;
}
