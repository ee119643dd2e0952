import { eventually } from '@khmer-learning/test-kit';
import type { Browser } from 'playwright-core';
import { findOverflow } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { ConsolePage } from '../console-page.ts';
import { consoleScreens, leaveScreen, publicScreens, type ScreenState } from '../console-screens.ts';
import { ShownTexts } from '../shown-texts.ts';
import { getSharedStack } from '../test-stack.ts';

/**
 * Every screen is opened in English and then shown in Khmer, where no English is left except data and names, and which is not
 * wider than a phone. The pseudo-locale before tells whether a text is in a catalogue.
 *
 * The screens need the demo school as it is seeded: by its name, this file runs before the stories that change it.
 */
const stack = getSharedStack();
let browser: Browser;
let visitor: Tour;
let admin: Tour;

interface Tour {
  readonly consolePage: ConsolePage;
  readonly texts: ShownTexts;
}

async function startTour(): Promise<Tour> {
  const page = await openPage(browser);
  const texts = new ShownTexts(page);
  // The account keeps its language: another page would be shown in the one that was saved last.
  await page.context().route('**/api/account/language', (route) => route.abort());
  return { consolePage: new ConsolePage(page), texts };
}

beforeAll(async () => {
  browser = await launchBrowser();
  visitor = await startTour();
  admin = await startTour();
  await admin.consolePage.signIn(stack.url, stack.admin);
});

afterAll(() => browser?.close());

/** As if it was chosen in another tab: the screen stays as it is. */
async function chooseLanguage({ page }: ConsolePage, language: string): Promise<void> {
  await page.evaluate(`
    localStorage.setItem('khmer-learning.language', '${language}');
    dispatchEvent(new StorageEvent('storage', { key: 'khmer-learning.language' }));
  `);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

async function expectTranslated({ consolePage, texts }: Tour, screen: ScreenState): Promise<void> {
  const { page } = consolePage;
  try {
    await screen.open(consolePage, stack.url);
    await chooseLanguage(consolePage, 'en-XA');
    const pseudo = new Set(await texts.read());
    await chooseLanguage(consolePage, 'km');
    await eventually(async () => {
      const english = await texts.findEnglish();
      expect(
        english.map((text) => `${pseudo.has(text) ? 'In no catalogue' : 'Khmer text'}: ${text}`),
      ).toEqual([]);
    });
    await page.setViewportSize({ width: 360, height: 780 });
    await eventually(async () => expect(await findOverflow(page)).toEqual([]));
  } finally {
    await page.setViewportSize({ width: 1440, height: 900 });
    await chooseLanguage(consolePage, 'en');
    await leaveScreen(consolePage, screen);
  }
}

const named = (screens: readonly ScreenState[]) => screens.map((screen) => [screen.name, screen] as const);
/** The reference of the API is English. */
const translatedScreens = publicScreens.filter(({ name }) => name !== 'api-docs');

it('finds an English text, so that the tests below can fail', async () => {
  const { consolePage, texts } = visitor;
  await consolePage.page.goto(stack.url);
  await consolePage.page.getByLabel('Email').waitFor();
  await consolePage.page.evaluate(`document.querySelector('main').append('Not translated')`);
  await chooseLanguage(consolePage, 'km');
  await eventually(async () => expect(await texts.findEnglish()).toEqual(['Not translated']));
  await chooseLanguage(consolePage, 'en');
});

it.each(named(translatedScreens))('%s, signed out', (_name, screen) => expectTranslated(visitor, screen));

it.each(named(consoleScreens))('%s', (_name, screen) => expectTranslated(admin, screen));
