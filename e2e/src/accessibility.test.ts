import type { Stack } from '@khmer-learning/local-stack';
import type { Browser } from 'playwright-core';
import { violations } from './accessibility.ts';
import { openBrowser, openPage } from './browser.ts';
import { ConsolePage } from './console-page.ts';
import { consoleStops, leaveStop, publicStops, type Stop } from './console-tour.ts';
import { startProduct } from './product.ts';

/** Every view and every dialog, open lists and menus too, has no barrier that axe knows, light or dark. */
let stack: Stack;
let browser: Browser;
let visitor: ConsolePage;
let admin: ConsolePage;
let phone: ConsolePage;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startProduct(), openBrowser()]);
  visitor = new ConsolePage(await openPage(browser));
  admin = new ConsolePage(await openPage(browser));
  phone = new ConsolePage(await openPage(browser));
  await phone.page.setViewportSize({ width: 360, height: 780 });
  await admin.signIn(stack.url, stack.admin);
  await phone.signIn(stack.url, stack.admin);
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

async function look(person: ConsolePage, stop: Stop, schemes: readonly ('light' | 'dark')[]) {
  const { page } = person;
  await stop.open(person, stack.url);
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const { width } = page.viewportSize() ?? {};
    for (const violation of await violations(page)) found.push(`${width} px, ${colorScheme}: ${violation}`);
  }
  await leaveStop(page);
  return found;
}

const named = (stops: readonly Stop[]) => stops.map((stop) => [stop.name, stop] as const);

it('finds a barrier, so that the tests below can fail', async () => {
  await visitor.page.goto(stack.url);
  await visitor.page.getByLabel('Email').waitFor();
  await visitor.page.evaluate("document.querySelector('main').append(document.createElement('button'))");
  expect(await violations(visitor.page)).toEqual([expect.stringMatching(/^button-name: /)]);
});

it.each(named(publicStops))('%s, signed out', async (_name, stop) => {
  expect(await look(visitor, stop, ['light', 'dark'])).toEqual([]);
});

it.each(named(consoleStops))('%s', async (_name, stop) => {
  // Colours are the same on a phone: there it is the other layout that counts.
  const found = await Promise.all([look(admin, stop, ['light', 'dark']), look(phone, stop, ['light'])]);
  expect(found.flat()).toEqual([]);
});
