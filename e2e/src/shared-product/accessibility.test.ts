import type { Browser } from 'playwright-core';
import { violations } from '../accessibility.ts';
import { openBrowser, openPage } from '../browser.ts';
import { ConsolePage } from '../console-page.ts';
import { consoleStops, leaveStop, publicStops, type Stop } from '../console-tour.ts';
import { sharedProduct } from '../product.ts';

/** Every view and every dialog, open lists and menus too, has no barrier that axe knows, light or dark. */
const stack = sharedProduct();
let browser: Browser;
let visitor: ConsolePage;
let admin: ConsolePage;
let phone: ConsolePage;

beforeAll(async () => {
  browser = await openBrowser();
  visitor = new ConsolePage(await openPage(browser));
  admin = new ConsolePage(await openPage(browser));
  phone = new ConsolePage(await openPage(browser));
  await phone.page.setViewportSize({ width: 360, height: 780 });
  await admin.signIn(stack.url, stack.admin);
  await phone.signIn(stack.url, stack.admin);
});

afterAll(() => browser?.close());

/** Looks at it in light, with all rules, and in dark, where the colours alone are others. */
async function look(person: ConsolePage, stop: Stop) {
  const { page } = person;
  await stop.open(person, stack.url);
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  await leaveStop(page);
  return [...light.map((one) => `light: ${one}`), ...dark.map((one) => `dark: ${one}`)];
}

/** On a phone the colours are the same: there it is the other layout that counts. */
async function lookOnPhone(stop: Stop) {
  await stop.open(phone, stack.url);
  const found = await violations(phone.page, 'notColours');
  await leaveStop(phone.page);
  return found.map((one) => `360 px: ${one}`);
}

const named = (stops: readonly Stop[]) => stops.map((stop) => [stop.name, stop] as const);

it('finds a barrier, so that the tests below can fail', async () => {
  await visitor.page.goto(stack.url);
  await visitor.page.getByLabel('Email').waitFor();
  await visitor.page.evaluate("document.querySelector('main').append(document.createElement('button'))");
  expect(await violations(visitor.page)).toEqual([expect.stringMatching(/^button-name: /)]);
});

it.each(named(publicStops))('%s, signed out', async (_name, stop) => {
  expect(await look(visitor, stop)).toEqual([]);
});

it.each(named(consoleStops))('%s', async (_name, stop) => {
  const found = await Promise.all([look(admin, stop), lookOnPhone(stop)]);
  expect(found.flat()).toEqual([]);
});
