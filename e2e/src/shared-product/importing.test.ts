import { ConsolePage } from '@khmer-learning/console-e2e';
import { lessons, mainLessons } from '@khmer-learning/contracts';
import { writeXlsx } from 'hucre/xlsx';
import type { Browser, Page } from 'playwright-core';
import { findOverflow, findViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** The story of a school that comes with its words in a spreadsheet. The steps depend on each other. */
const stack = getSharedStack();
const course = 'Words of our school';
let browser: Browser;
let page: Page;
let author: ConsolePage;
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser, scriptErrors);
  author = new ConsolePage(page);
  await author.signIn(stack.url, stack.admin);
});
afterAll(() => browser?.close());

const click = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const importsOf = async () =>
  (await getSharedClient().call(mainLessons.list, { query: { search: course } })).mainLessons.filter(
    ({ title }) => title === course,
  );

/** 300 words in 30 lessons. One column has a name of its own, and the level of three lessons is mistyped. */
const spreadsheet = () =>
  writeXlsx({
    sheets: [
      {
        name: 'ពាក្យ',
        rows: [
          ['មេរៀនចម្បង', 'Lesson', 'Type', 'Level', 'English', 'Meaning'],
          ...Array.from({ length: 300 }, (_row, at) => {
            const lesson = Math.floor(at / 10);
            const level = lesson % 10 === 0 ? 'Begginer' : 'Beginner';
            return [
              course,
              `School lesson ${lesson + 1}`,
              'Vocabulary',
              level,
              `word ${at + 1}`,
              `ពាក្យ ${at + 1}`,
            ];
          }),
        ],
      },
    ],
  });

it('takes an Excel file with columns of their own names', async () => {
  await author.openFromTools('Import/Export');
  await author.selectOption(page.getByRole('main'), 'What to import', 'Lessons and words (table)');
  await page.locator('input[type=file]').setInputFiles({
    name: 'school.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await spreadsheet()),
  });
  await click('Check file');
  await author.selectOption(page.getByRole('main'), 'Meaning is imported as', 'Khmer');
  expect(await findViolations(page)).toEqual([]);
  await click('Check file');
});

it('creates what is missing, and fixes the same mistake everywhere at once', async () => {
  await click('Create everything that is missing');
  await page.getByText('1 main lesson will be created').waitFor();
  await page.getByText('30 lessons will be created').waitFor();
  await page
    .getByRole('gridcell', { name: /Begginer/ })
    .first()
    .click();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Beginner');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await click(/^Fix all \d+ like this/);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await findViolations(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await click('Check again');
});

it('imports it, and undoes it', async () => {
  await page.getByText('0 refused').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click();
  await page.getByText('Import finished').waitFor();
  const [created] = await importsOf();
  const { total } = await getSharedClient().call(lessons.list, {
    query: { mainLessonId: String(created?.id) },
  });
  expect(total).toBe(30);
  await click('Undo the import of school.xlsx');
  const question = page.getByRole('alertdialog');
  await question.getByText('Nothing of it has been changed since.').waitFor();
  await question.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('main').getByText('Undone').first().waitFor();
  expect(await importsOf()).toEqual([]);
  expect(scriptErrors).toEqual([]);
});
