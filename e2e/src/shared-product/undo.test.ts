/// <reference lib="dom" />

import { ConsolePage } from '@khmer-learning/console-e2e';
import { lessons, lessonTypes, mainLessons, quizzes } from '@khmer-learning/contracts';
import type { ConsoleClient } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** The story of an author who deletes by mistake. */
const stack = getSharedStack();
let browser: Browser;
let client: ConsoleClient;
let page: Page;
let author: ConsolePage;
let parents: { mainLessonId: number; lessonTypeId: number };
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  client = getSharedClient();
  const mainLesson = { title: 'Mistakes', description: 'By a test', imageCover: 'cover.png', free: true };
  const { id: mainLessonId } = await client.call(mainLessons.create, { body: mainLesson });
  const { id: lessonTypeId } = await client.call(lessonTypes.create, {
    body: { title: 'Mistakes', icon: '🙈' },
  });
  parents = { mainLessonId, lessonTypeId };
  page = await openPage(browser, scriptErrors);
  author = new ConsolePage(page);
  await author.signIn(stack.url, stack.admin);
});

afterAll(() => browser?.close());

async function createLesson(title: string, content: string): Promise<number> {
  const { id } = await client.call(lessons.create, {
    body: {
      ...parents,
      title,
      description: 'Written by a test',
      level: 'Beginner',
      status: 'draft',
      sections: [{ title: 'Key words', content, html: null, ops: null }],
    },
  });
  return id;
}

async function findLesson(title: string): Promise<void> {
  await author.openView('Lessons');
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('button', { name: `Edit ${title}` }).waitFor();
}

it('brings a deleted lesson back with its quiz', async () => {
  const id = await createLesson('Deleted by mistake', 'Rice [bay] : បាយ');
  const { id: quizId } = await client.call(quizzes.create, {
    body: {
      lessonId: id,
      title: 'Quiz of the mistake',
      description: 'One question',
      questions: [{ question: 'Rice?', options: ['បាយ', 'ទឹក'], correctAnswer: 'បាយ' }],
    },
  });
  await findLesson('Deleted by mistake');
  await author.chooseRowAction('Deleted by mistake', 'Delete');
  const question = page.getByRole('alertdialog');
  await question.getByText('1 quiz will be deleted as well.').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Edit Deleted by mistake' }).waitFor({ state: 'detached' });
  await eventually(() => expect(client.call(quizzes.get, { params: { id: quizId } })).rejects.toThrow());

  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const deleted = page.getByRole('dialog', { name: 'Recently deleted' });
  await deleted.getByRole('button', { name: 'Restore Deleted by mistake' }).click();
  await deleted.getByRole('row', { name: /Deleted by mistake/ }).waitFor({ state: 'detached' });
  await deleted.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Edit Deleted by mistake' }).waitFor();

  await eventually(async () =>
    expect(await client.call(quizzes.get, { params: { id: quizId } })).toMatchObject({ lessonId: id }),
  );
  await author.openView('Quizzes');
  await page.getByRole('heading', { name: 'Quiz of the mistake' }).waitFor();
});

it('brings a deleted word back in its place, and the form does not scroll', async () => {
  const words = Array.from({ length: 40 }, (_, n) => `Word ${n + 1} [w] : ពាក្យ`).join('\n');
  const id = await createLesson('Forty words', words);
  await findLesson('Forty words');
  await page.getByRole('button', { name: 'Edit Forty words' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Lesson' });
  const remove = form.getByRole('button', { name: 'Delete entry 3', exact: true });
  const third = form.getByRole('group', { name: 'Entry 3', exact: true }).getByLabel('English Word');
  await remove.scrollIntoViewIfNeeded();
  const top = async () => Math.round((await remove.boundingBox())?.y ?? Number.NaN);
  const before = await top();

  await remove.click();
  await expect(third.inputValue()).resolves.toBe('Word 4');
  expect(await top()).toBe(before);
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(third.inputValue()).resolves.toBe('Word 3');
  expect(await top()).toBe(before);

  await remove.click();
  await page.keyboard.press('Control+z');
  await expect(third.inputValue()).resolves.toBe('Word 3');
  expect(await top()).toBe(before);
  await form.getByRole('button', { name: 'Save as Draft' }).click();
  await form.waitFor({ state: 'detached' });
  const { sections } = await client.call(lessons.get, { params: { id } });
  expect(sections[0]?.content).toBe(words);
  expect(scriptErrors).toEqual([]);
});
