import type { Browser } from 'playwright-core';
import { findOverflow, findViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { ConsolePage } from '../console-page.ts';
import { consoleScreens, leaveScreen, publicScreens, type ScreenState } from '../console-screens.ts';
import { getSharedStack } from '../test-stack.ts';

/**
 * No view, dialog, open list or menu has an axe violation in light and dark mode, or is wider than the page at 1440 and
 * 360 pixels.
 */
const stack = getSharedStack();
let browser: Browser;
let publicPage: ConsolePage;
let admin: ConsolePage;
let phone: ConsolePage;

const desktopSize = { width: 1440, height: 900 };
const phoneSize = { width: 360, height: 780 };

beforeAll(async () => {
  browser = await launchBrowser();
  [publicPage, admin, phone] = [await openConsole(), await openConsole(), await openConsole()];
  await phone.page.setViewportSize(phoneSize);
  await admin.signIn(stack.url, stack.admin);
  await phone.signIn(stack.url, stack.admin);
});

afterAll(() => browser?.close());

/** Opens a page without animations, which axe would have to wait for: a new colour scheme animates every element. */
async function openConsole(): Promise<ConsolePage> {
  const page = await openPage(browser);
  await page.addInitScript(`
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important }');
    document.adoptedStyleSheets = [still];
  `);
  return new ConsolePage(page);
}

/** Checks an open screen in light mode with all rules, and in dark mode only with the colour rules. */
async function checkDesktop({ page }: ConsolePage): Promise<string[]> {
  const light = await findViolations(page);
  const layout = await findOverflow(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((one) => `light: ${one}`), ...layout, ...dark.map((one) => `dark: ${one}`)];
}

/** On a phone the colours are the same, so only the layout is checked. */
async function checkPhone({ page }: ConsolePage): Promise<string[]> {
  const found = await findViolations(page, 'notColours');
  return [...found.map((one) => `360 px: ${one}`), ...(await findOverflow(page))];
}

async function openAndCheck(
  consolePage: ConsolePage,
  screen: ScreenState,
  check: (consolePage: ConsolePage) => Promise<string[]>,
): Promise<string[]> {
  await screen.open(consolePage, stack.url);
  const found = await check(consolePage);
  await leaveScreen(consolePage, screen);
  return found;
}

const named = (screens: readonly ScreenState[]) => screens.map((screen) => [screen.name, screen] as const);

it('finds violations, so that the tests below can fail', async () => {
  const { page } = publicPage;
  await page.goto(stack.url);
  await page.getByLabel('Email').waitFor();
  await page.evaluate(`
    const button = document.createElement('button');
    button.style.width = '2000px';
    document.querySelector('main').append(button);
  `);
  expect(await checkDesktop(publicPage)).toEqual([
    expect.stringMatching(/^light: button-name: /),
    expect.stringMatching(/^1440 px: the page is 2\d\d\d px wide$/),
  ]);
});

it.each(named(publicScreens))('%s, signed out', async (_name, screen) => {
  const { page } = publicPage;
  const found = await openAndCheck(publicPage, screen, async () => {
    const desktop = await checkDesktop(publicPage);
    await page.setViewportSize(phoneSize);
    const narrow = await checkPhone(publicPage);
    await page.setViewportSize(desktopSize);
    return [...desktop, ...narrow];
  });
  expect(found).toEqual([]);
});

it.each(named(consoleScreens))('%s', async (_name, screen) => {
  const found = await Promise.all([
    openAndCheck(admin, screen, checkDesktop),
    openAndCheck(phone, screen, checkPhone),
  ]);
  expect(found.flat()).toEqual([]);
});
