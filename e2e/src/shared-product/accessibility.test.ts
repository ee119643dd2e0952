import type { Browser } from 'playwright-core';
import { findViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { ConsolePage } from '../console-page.ts';
import { closeOverlays, consoleScreens, publicScreens, type ScreenState } from '../console-screens.ts';
import { getSharedStack } from '../test-stack.ts';

/** No view, dialog, open list or menu has an axe violation, in light and dark mode. */
const stack = getSharedStack();
let browser: Browser;
let publicPage: ConsolePage;
let admin: ConsolePage;
let phone: ConsolePage;

beforeAll(async () => {
  browser = await launchBrowser();
  publicPage = new ConsolePage(await openPage(browser));
  admin = new ConsolePage(await openPage(browser));
  phone = new ConsolePage(await openPage(browser));
  await phone.page.setViewportSize({ width: 360, height: 780 });
  await admin.signIn(stack.url, stack.admin);
  await phone.signIn(stack.url, stack.admin);
});

afterAll(() => browser?.close());

/** Checks a screen in light mode with all rules, and in dark mode only with the colour rules. */
async function checkDesktop(consolePage: ConsolePage, screen: ScreenState) {
  const { page } = consolePage;
  await screen.open(consolePage, stack.url);
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  await closeOverlays(page);
  return [...light.map((one) => `light: ${one}`), ...dark.map((one) => `dark: ${one}`)];
}

/** On a phone the colours are the same, so only the layout is checked. */
async function checkPhone(screen: ScreenState) {
  await screen.open(phone, stack.url);
  const found = await findViolations(phone.page, 'notColours');
  await closeOverlays(phone.page);
  return found.map((one) => `360 px: ${one}`);
}

const named = (screens: readonly ScreenState[]) => screens.map((screen) => [screen.name, screen] as const);

it('finds a violation, so that the tests below can fail', async () => {
  await publicPage.page.goto(stack.url);
  await publicPage.page.getByLabel('Email').waitFor();
  await publicPage.page.evaluate("document.querySelector('main').append(document.createElement('button'))");
  expect(await findViolations(publicPage.page)).toEqual([expect.stringMatching(/^button-name: /)]);
});

it.each(named(publicScreens))('%s, signed out', async (_name, screen) => {
  expect(await checkDesktop(publicPage, screen)).toEqual([]);
});

it.each(named(consoleScreens))('%s', async (_name, screen) => {
  const found = await Promise.all([checkDesktop(admin, screen), checkPhone(screen)]);
  expect(found.flat()).toEqual([]);
});
