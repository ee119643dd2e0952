import { ConsolePage } from '@khmer-learning/console-e2e';
import {
  apiKeysCreate,
  fillPath,
  headerNames,
  lessons,
  lessonTypes,
  mainLessons,
  quizzes,
  v1LessonsGet,
  v1QuizzesGet,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser } from 'playwright-core';
import { findViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { generateApiKey } from '../learner-app.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** The story of a main lesson that is prepared in drafts and published with its lesson and its quiz at once. */
const stack = getSharedStack();
const title = 'Prepared for Monday';
const apiKey = generateApiKey();
const scriptErrors: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const statusFor = async (path: string, id: number) =>
  (await fetch(stack.url + fillPath(path, { id }), { headers: { [headerNames.apiKey]: apiKey } })).status;

it('is published with everything that belongs to it', async () => {
  const client = getSharedClient();
  await client.call(apiKeysCreate, { body: { key: apiKey } });
  const { id: mainLessonId } = await client.call(mainLessons.create, {
    body: { title, description: 'By a test', imageCover: 'cover.png', free: true },
  });
  const type = await client.call(lessonTypes.create, { body: { title: 'Prepared', icon: '🗓️' } });
  const lesson = await client.call(lessons.create, {
    body: {
      ...{
        mainLessonId,
        lessonTypeId: type.id,
        title: 'Rice',
        description: 'At the market',
        level: 'Beginner',
      },
      sections: [{ title: 'Key words', content: 'Rice [bay] : បាយ', html: null, ops: null }],
    },
  });
  const questions = [{ question: 'What is បាយ?', options: ['Rice', 'Boat'], correctAnswer: 'Rice' }];
  const quiz = await eventually(() =>
    client.call(quizzes.create, {
      body: { lessonId: lesson.id, title: 'Rice quiz', description: 'Words', questions },
    }),
  );
  expect(await statusFor(v1LessonsGet.path, lesson.id)).toBe(404);

  const page = await openPage(browser, scriptErrors);
  const author = new ConsolePage(page);
  await author.signIn(stack.url, stack.admin);
  await author.openView('Main Lessons');
  await page.getByRole('searchbox').fill(title);
  await author.chooseRowAction(title, 'Publish all changes…');
  const dialog = page.getByRole('dialog', { name: 'Publish together' });
  await dialog.getByText('Rice quiz').waitFor();
  await dialog.getByRole('button', { name: 'Publish (3)' }).click();
  await page.getByText('3 items were published together', { exact: true }).waitFor();
  await eventually(async () => {
    expect(await statusFor(v1LessonsGet.path, lesson.id)).toBe(200);
    expect(await statusFor(v1QuizzesGet.path, quiz.id)).toBe(200);
  });
  expect(scriptErrors).toEqual([]);
});

it('has lessons that are edited together as in a spreadsheet, and are as before by one click', async () => {
  const client = getSharedClient();
  const { id: mainLessonId } = await client.call(mainLessons.create, {
    body: { title: 'Counted in a grid', description: 'By a test', imageCover: 'cover.png', free: true },
  });
  const type = await client.call(lessonTypes.create, { body: { title: 'Counting', icon: '🔢' } });
  const titles = ['Gridone', 'Gridtwo', 'Gridthree'];
  for (const one of titles)
    await client.call(lessons.create, {
      body: {
        ...{ mainLessonId, lessonTypeId: type.id, title: one, description: one, level: 'Beginner' },
        sections: [{ title: 'Key words', content: 'One [muay] : មួយ', html: null, ops: null }],
      },
    });
  const read = async () =>
    (await client.call(mainLessons.lessons, { params: { id: mainLessonId } })).map((lesson) => [
      lesson.title,
      lesson.description,
      lesson.level,
    ]);
  const before = await read();

  const page = await openPage(browser, scriptErrors);
  const author = new ConsolePage(page);
  await author.signIn(stack.url, stack.admin);
  await author.openView('Lessons');
  await page.getByRole('combobox', { name: 'Main lesson' }).click();
  await page.getByRole('option', { name: 'Counted in a grid' }).click();
  await page.getByRole('row', { name: /Gridthree/ }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await page.getByRole('button', { name: 'Edit 3 lessons…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 3 lessons' });
  await dialog.getByRole('grid').waitFor();
  await page.locator('[data-cell="0 0"]:focus').waitFor();
  // The newest lesson is first. The titles are copied into the descriptions by the keys of a spreadsheet.
  for (const typed of ['មេរៀន ៣', 'មេរៀន ២', 'មេរៀន ១']) {
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+Control+ArrowDown');
  await page.keyboard.press('Control+C');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+V');
  await dialog.getByRole('combobox', { name: 'Level of all…' }).click();
  await page.getByRole('option', { name: 'Advanced' }).click();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply (3)' }).click();
  await page.getByText('3 lessons were edited', { exact: true }).waitFor();
  expect(await read()).toEqual(['១', '២', '៣'].map((n) => [`មេរៀន ${n}`, `មេរៀន ${n}`, 'Advanced']));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('All is as it was', { exact: true }).waitFor();
  expect(await read()).toEqual(before);
  expect(scriptErrors).toEqual([]);
});
