import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Page } from 'playwright-core';
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
  /** Another tab, in which the language is chosen: the screen stays as it is. */
  readonly otherTab: Page;
}

async function startTour(): Promise<Tour> {
  const page = await openPage(browser);
  const texts = new ShownTexts(page);
  // The account keeps its language: another page would be shown in the one that was saved last.
  await page.context().route('**/api/account/language', (route) => route.abort());
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${stack.url}/forgot-password`);
  return { consolePage: new ConsolePage(page), texts, otherTab };
}

beforeAll(async () => {
  browser = await launchBrowser();
  visitor = await startTour();
  admin = await startTour();
  await admin.consolePage.signIn(stack.url, stack.admin);
});

afterAll(() => browser?.close());

async function chooseLanguage({ consolePage: { page }, otherTab }: Tour, language: string): Promise<void> {
  await otherTab.evaluate(`localStorage.setItem('khmer-learning.language', '${language}')`);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

async function expectTranslated(tour: Tour, screen: ScreenState): Promise<void> {
  const { consolePage, texts } = tour;
  const { page } = consolePage;
  try {
    await screen.open(consolePage, stack.url);
    await chooseLanguage(tour, 'en-XA');
    const pseudo = new Set(await texts.read());
    await chooseLanguage(tour, 'km');
    await eventually(
      async () => {
        const english = await texts.findEnglish();
        expect(
          english.map((text) => `${pseudo.has(text) ? 'In no catalogue' : 'Khmer text'}: ${text}`),
        ).toEqual([]);
      },
      { timeoutMs: 10_000, intervalMs: 250 },
    );
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await findOverflow(page)).toEqual([]);
  } finally {
    await page.setViewportSize({ width: 1440, height: 900 });
    await chooseLanguage(tour, 'en');
    await leaveScreen(consolePage, screen);
  }
}

const named = (screens: readonly ScreenState[]) => screens.map((screen) => [screen.name, screen] as const);
/** The reference of the API is English. */
const translatedScreens = publicScreens.filter(({ name }) => name !== 'api-docs');

it('finds an English text, so that the tests below can fail', async () => {
  const screen: ScreenState = {
    name: 'untranslated',
    open: async ({ page }, url) => {
      await page.goto(url);
      await page.getByLabel('Email').waitFor();
      await page.evaluate(`document.querySelector('main').append('Not translated')`);
    },
  };
  await expect(expectTranslated(visitor, screen)).rejects.toThrow('In no catalogue: Not translated');
});

it.each(named(translatedScreens))('%s, signed out', (_name, screen) => expectTranslated(visitor, screen));

it.each(named(consoleScreens))('%s', (_name, screen) => expectTranslated(admin, screen));
