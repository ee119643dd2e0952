import { ConsolePage } from '@khmer-learning/console-e2e';
import { lessons, mainLessons } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** The story of an author who makes a course of ten lessons with words and quizzes on its page. Clicks and keys besides typing are counted. */
const stack = getSharedStack();
/** Clicks and keys, apart from typed texts. */
const maxActs = 60;
const titles = Array.from({ length: 10 }, (_, index) => `Market day ${index + 1}`);
const words = [
  ['Rice', 'baay', 'បាយ'],
  ['Fish', 'trey', 'ត្រី'],
  ['Salt', 'ambel', 'អំបិល'],
  ['Fruit', 'phlae chheu', 'ផ្លែឈើ'],
] as const;

let browser: Browser;
let page: Page;
let author: ConsolePage;
let acts = 0;
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser, scriptErrors);
  author = new ConsolePage(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url });
  await author.signIn(stack.url, stack.admin);
});
afterAll(() => browser?.close());

async function click(target: Locator): Promise<void> {
  acts += 1;
  await target.click();
}
async function press(key: string): Promise<void> {
  acts += 1;
  await page.keyboard.press(key);
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const courseRows = () => page.getByRole('list', { name: 'Lessons of At the market' }).getByRole('listitem');

it('makes the main lesson, and opens its page', async () => {
  await click(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Main Lessons' }));
  await click(button('New Main Lesson'));
  const form = page.getByRole('dialog');
  await form.getByLabel('Title').fill('At the market');
  await form.getByLabel('Description').fill('Ten lessons for the market');
  acts += 1;
  await form.locator('input[type=file]').setInputFiles({
    name: 'moon.svg.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await author.waitForToast('File uploaded successfully!');
  await click(form.getByRole('button', { name: 'Save as Draft' }));
  await author.waitForToast('Main Lesson created successfully');
  await click(page.getByRole('main').getByRole('link', { name: 'At the market', exact: true }));
  await page.getByText('No lessons yet. Type the title of the first one.').waitFor();
});

it('adds ten lessons, each with Enter', async () => {
  await click(page.getByRole('textbox', { name: 'Add lesson' }));
  for (const title of titles) {
    await page.keyboard.insertText(title);
    await press('Enter');
  }
  await eventually(async () => expect(await courseRows().count()).toBe(titles.length));
});

it('corrects a title and the order with keys', async () => {
  await click(courseRows().nth(9).locator('[data-action=title]'));
  await page.getByRole('textbox', { name: 'Title of Market day 10' }).fill('At the end of the day');
  await press('Enter');
  await courseRows().nth(9).getByText('At the end of the day', { exact: true }).waitFor();
  await press('Alt+ArrowUp');
  await courseRows().nth(8).getByText('At the end of the day', { exact: true }).waitFor();
});

it('writes the words of the first lesson in its form, which returns to the page', async () => {
  await click(button('Edit Market day 1'));
  const form = page.getByRole('dialog');
  await form.getByPlaceholder('Enter English word').first().fill('Market');
  await form.getByPlaceholder('Enter phonemic').first().fill('psaa');
  await form.getByPlaceholder('Enter Khmer').first().fill('ផ្សារ');
  await click(form.getByRole('button', { name: 'Save as Draft' }));
  await form.waitFor({ state: 'detached' });
  await courseRows().first().getByText('1 word, 0 of 1 recorded').waitFor();
});

it('pastes the words of the other lessons as a table', async () => {
  await click(button('Tools'));
  await click(page.getByRole('menuitem', { name: 'Import/Export' }));
  await click(page.getByRole('combobox', { name: 'What to import' }));
  await click(page.getByRole('option', { name: 'Lessons and words (table)' }));
  const rows = [...titles.slice(1, 9), 'At the end of the day'].flatMap((lesson) =>
    words.map((word) => ['At the market', lesson, ...word]),
  );
  const table = [['Main lesson', 'Lesson', 'English', 'Phonemic', 'Khmer'], ...rows];
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    table.map((row) => row.join('\t')).join('\n'),
  );
  await click(button('Paste rows instead'));
  await click(page.getByRole('textbox', { name: 'Rows from a spreadsheet' }));
  await press('Control+V');
  await click(button('Check file'));
  await click(page.getByRole('main').getByRole('button', { name: 'Import', exact: true }));
  await click(page.getByRole('alertdialog').getByRole('button', { name: 'Import' }));
  await page.getByText('Import finished').waitFor();
  await click(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Main Lessons' }));
  await click(page.getByRole('main').getByRole('link', { name: 'At the market', exact: true }));
  await courseRows().nth(8).getByText('4 words, 0 of 4 recorded').waitFor();
});

it('generates a quiz for each lesson at once', async () => {
  await click(button('More actions for At the market'));
  await click(page.getByRole('menuitem', { name: 'Generate quizzes…' }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Create 9 drafts' }));
  await author.waitForToast('9 quizzes created as drafts');
  await eventually(async () => expect(await courseRows().getByText('1 draft').count()).toBe(9));
});

it('publishes the course as one act', async () => {
  await click(button('Publish course'));
  const dialog = page.getByRole('dialog', { name: 'Publish together' });
  // The main lesson, its lessons and their quizzes.
  await click(dialog.getByRole('button', { name: 'Publish (20)' }));
  await page.getByText('Learners see 10 of 10 lessons.').waitFor();
  await eventually(async () => expect(await courseRows().getByText('1 active').count()).toBe(9));
});

it('needed few clicks and keys besides typing, and made what it says', async () => {
  process.stdout.write(`A course of ten lessons: ${acts} clicks and keys besides typing\n`);
  expect(acts).toBeLessThanOrEqual(maxActs);
  const client = getSharedClient();
  const found = await client.call(mainLessons.list, { query: { search: 'At the market' } });
  const [course] = found.mainLessons;
  expect(course).toMatchObject({ title: 'At the market', status: 'published' });
  const { total } = await client.call(lessons.list, {
    query: { mainLessonId: String(course?.id), limit: 1 },
  });
  expect(total).toBe(10);
  expect(scriptErrors).toEqual([]);
});

it('finds its lessons again by a saved view, and selects them all', async () => {
  await button('Back to main lessons').click();
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Lessons', exact: true })
    .click();
  await page.getByRole('combobox', { name: 'Main Lesson' }).click();
  await page.getByRole('option', { name: 'At the market' }).click();
  await page.getByRole('combobox', { name: 'Quiz' }).click();
  await page.getByRole('option', { name: 'No quiz' }).click();
  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await dialog.getByLabel('Name').fill('Market without quizzes');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await button('Market without quizzes').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByText('1 lesson selected').waitFor();
  await button('Clear selection').click();
  await button('Market without quizzes').click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await author.waitForToast('View deleted successfully');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Main Lessons' }).click();
});

it('leaves the school as it was', async () => {
  await author.chooseRowAction('At the market', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await author.waitForToast('Main Lesson deleted successfully');
});
