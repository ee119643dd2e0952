import { ConsolePage } from '@khmer-learning/console-e2e';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser } from 'playwright-core';
import { findOverflow, findViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { consoleScreens, leaveScreen, publicScreens, type ScreenState } from '../console-screens.ts';
import { ShownTexts } from '../shown-texts.ts';
import { getSharedStack } from '../test-stack.ts';

/**
 * No view, dialog, open list or menu has an axe violation in light and dark mode, or is wider than the page at 1440 and
 * 360 pixels. In Khmer no English is left except data and names; the pseudo-locale before tells whether a text is in a
 * catalogue.
 *
 * `npm test` checks the screens on a desktop in light mode and in English, `npm run test:full` all of this.
 *
 * The screens need the demo school as it is seeded: by its name, this file runs before the stories that change it.
 */
const isFull = depth(false, true);
const stack = getSharedStack();
let browser: Browser;
let publicPage: TestedPage;
let admin: TestedPage;
let phone: TestedPage;

interface TestedPage {
  readonly consolePage: ConsolePage;
  readonly texts: ShownTexts;
}

const desktopSize = { width: 1440, height: 900 };
const phoneSize = { width: 360, height: 780 };

beforeAll(async () => {
  browser = await launchBrowser();
  [publicPage, admin] = [await openConsole(), await openConsole()];
  await admin.consolePage.signIn(stack.url, stack.admin);
  if (!isFull) return;
  phone = await openConsole();
  await phone.consolePage.page.setViewportSize(phoneSize);
  await phone.consolePage.signIn(stack.url, stack.admin);
});

afterAll(() => browser?.close());

/** Opens a page without animations, which axe would have to wait for: a new colour scheme animates every element. */
async function openConsole(): Promise<TestedPage> {
  const page = await openPage(browser);
  await page.addInitScript(`
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important }');
    document.adoptedStyleSheets = [still];
  `);
  // The account keeps its language: another page would be shown in the one that was saved last.
  await page.context().route('**/api/account/language', (route) => route.abort());
  return { consolePage: new ConsolePage(page), texts: new ShownTexts(page) };
}

/** Changes the language as if it was chosen in another tab: the screen stays as it is. */
async function chooseLanguage({ consolePage: { page } }: TestedPage, language: string): Promise<void> {
  await page.evaluate(`
    localStorage.setItem('khmer-learning.language', '${language}');
    dispatchEvent(new StorageEvent('storage', { key: 'khmer-learning.language' }));
  `);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

/** Checks an open screen in light mode with all rules. */
async function expectAccessible({ consolePage: { page } }: TestedPage): Promise<void> {
  const light = await findViolations(page);
  expect([...light.map((one) => `light: ${one}`), ...(await findOverflow(page))]).toEqual([]);
}

/** In dark mode only the colours are others. */
async function expectDarkColours({ consolePage: { page } }: TestedPage): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(dark.map((one) => `dark: ${one}`)).toEqual([]);
}

async function expectTranslated(tested: TestedPage): Promise<void> {
  await chooseLanguage(tested, 'en-XA');
  const pseudo = new Set(await tested.texts.read());
  await chooseLanguage(tested, 'km');
  await eventually(async () => {
    const english = await tested.texts.findEnglish();
    expect(english.map((text) => `${pseudo.has(text) ? 'In no catalogue' : 'Khmer text'}: ${text}`)).toEqual(
      [],
    );
  });
}

/** On a phone the colours are the same, so only the layout is checked. */
async function expectFitsPhone({ consolePage: { page } }: TestedPage): Promise<void> {
  const found = await findViolations(page, 'notColours');
  expect([...found.map((one) => `360 px: ${one}`), ...(await findOverflow(page))]).toEqual([]);
}

async function expectKhmerFitsPhone(tested: TestedPage): Promise<void> {
  await chooseLanguage(tested, 'km');
  await eventually(async () => expect(await findOverflow(tested.consolePage.page)).toEqual([]));
}

async function withScreen(
  tested: TestedPage,
  screen: ScreenState,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await screen.open(tested.consolePage, stack.url);
    await check();
  } finally {
    await chooseLanguage(tested, 'en');
    await leaveScreen(tested.consolePage, screen);
  }
}

/** A small phone, and what its keyboard leaves. */
const smallPhones = [
  { width: 360, height: 640 },
  { width: 360, height: 360 },
];

/** The part of the window's height that belongs to the fields of the open form. */
const shareOfFields = ({ consolePage: { page } }: TestedPage) =>
  page.evaluate<number>(`
    [...document.querySelectorAll('[role="dialog"] > [data-body]')].at(-1).clientHeight / innerHeight
  `);

if (isFull) {
  it.each(['Main Lessons', 'Lessons', 'Quizzes', 'Lesson Types', 'Users', 'Purchase History'])(
    'the first row of %s is above the middle of a small phone',
    async (view) => {
      const { page } = phone.consolePage;
      await page.setViewportSize({ width: 360, height: 640 });
      await phone.consolePage.openView(view);
      const first = page.locator('main tbody tr, main article').first();
      await eventually(async () => expect((await first.boundingBox())?.y).toBeLessThan(320));
      await page.setViewportSize(phoneSize);
    },
  );

  it.each([
    ['Lessons', 'The weather'],
    ['Quizzes', 'Count to ten'],
  ])('leaves most of a small phone to the fields of a form: %s', async (view, row) => {
    const { page } = phone.consolePage;
    await phone.consolePage.openView(view);
    await page.getByRole('main').getByRole('link', { name: row, exact: true }).click();
    const form = page.getByRole('dialog');
    for (const size of smallPhones) {
      await page.setViewportSize(size);
      await form.getByLabel('Title', { exact: true }).focus();
      // A toast takes room for a moment.
      await eventually(async () => expect(await shareOfFields(phone)).toBeGreaterThanOrEqual(0.6));
    }
    await page.setViewportSize(phoneSize);
    await form.getByRole('button', { name: 'Close' }).click();
    await form.waitFor({ state: 'hidden' });
  });
}

const named = (screens: readonly ScreenState[]) => screens.map((screen) => [screen.name, screen] as const);

it('finds violations and English texts, so that the tests below can fail', async () => {
  const { page } = publicPage.consolePage;
  await page.goto(stack.url);
  await page.getByLabel('Email').waitFor();
  await page.evaluate(`
    const button = document.createElement('button');
    button.style.width = '2000px';
    document.querySelector('main').append(button);
  `);
  await expect(expectAccessible(publicPage)).rejects.toThrow(
    /light: button-name: .*\n.*1440 px: the page is 2\d\d\d px wide/,
  );
  await page.evaluate(`document.querySelector('main').append('Not translated')`);
  await chooseLanguage(publicPage, 'km');
  await eventually(async () => expect(await publicPage.texts.findEnglish()).toEqual(['Not translated']));
  await chooseLanguage(publicPage, 'en');
});

it.each(named(publicScreens))('%s, signed out', (name, screen) =>
  withScreen(publicPage, screen, async () => {
    const { page } = publicPage.consolePage;
    await expectAccessible(publicPage);
    if (!isFull) return;
    await expectDarkColours(publicPage);
    // The reference of the API is English.
    const isTranslated = name !== 'api-docs';
    if (isTranslated) await expectTranslated(publicPage);
    await chooseLanguage(publicPage, 'en');
    await page.setViewportSize(phoneSize);
    try {
      await expectFitsPhone(publicPage);
      if (isTranslated) await expectKhmerFitsPhone(publicPage);
    } finally {
      await page.setViewportSize(desktopSize);
    }
  }),
);

it.each(named(consoleScreens))('%s', async (_name, screen) => {
  const onDesktop = withScreen(admin, screen, async () => {
    await expectAccessible(admin);
    if (!isFull) return;
    await expectDarkColours(admin);
    await expectTranslated(admin);
  });
  const onPhone = async () =>
    withScreen(phone, screen, async () => {
      await expectFitsPhone(phone);
      await expectKhmerFitsPhone(phone);
    });
  await Promise.all([onDesktop, ...(isFull ? [onPhone()] : [])]);
});
