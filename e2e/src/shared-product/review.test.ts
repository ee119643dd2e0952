import { ConsolePage } from '@khmer-learning/console-e2e';
import {
  addressOfItem,
  authRegister,
  lessons,
  lessonTypes,
  mainLessons,
  usersUpdate,
} from '@khmer-learning/contracts';
import type { ConsoleClient } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/**
 * The story of a teacher who may not publish, and of two reviewers who answer at once: refused, then granted. The steps depend on each
 * other.
 */
const stack = getSharedStack();
const title = 'Looked at twice';
const author = { email: 'rotha.review@example.com', password: 'a teacher of words' };
const reviewer = { email: 'sophea.review@example.com', password: 'a teacher of words' };
let browser: Browser;
let client: ConsoleClient;
let id: number;
let teacher: ConsolePage;
let first: ConsolePage;
let second: ConsolePage;
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  client = getSharedClient();
  const registered = await client.call(authRegister, {
    body: { ...author, firstName: 'Rotha', lastName: 'Review', role: 'teacher' },
  });
  if (!('user' in registered)) throw new Error('The teacher was not registered');
  await client.call(authRegister, {
    body: { ...reviewer, firstName: 'Sophea', lastName: 'Review', role: 'teacher' },
  });
  await client.call(usersUpdate, {
    params: { id: registered.user.id },
    body: { rights: { canPublish: false, mainLessonIds: null } },
  });
  const mainLesson = { title: 'Reviews', description: 'By a test', imageCover: 'cover.png', free: true };
  const { id: mainLessonId } = await client.call(mainLessons.create, { body: mainLesson });
  const { id: lessonTypeId } = await client.call(lessonTypes.create, {
    body: { title: 'Reviews', icon: '👀' },
  });
  const lesson = await client.call(lessons.create, {
    body: {
      ...{ mainLessonId, lessonTypeId, title },
      ...{ description: 'As published', level: 'Beginner', status: 'published' },
      sections: [{ title: 'Key words', content: 'Rice [bay] : បាយ', html: null, ops: null }],
    },
  });
  id = lesson.id;
  const pages = [];
  for (const account of [author, reviewer, stack.admin]) {
    const page = new ConsolePage(await openPage(browser, scriptErrors));
    await page.signIn(stack.url, account);
    pages.push(page);
  }
  [teacher, first, second] = pages as [ConsolePage, ConsolePage, ConsolePage];
});

afterAll(() => browser?.close());

const formOf = ({ page }: ConsolePage) => page.getByRole('dialog', { name: 'Edit Lesson' });

/** Opens an address as a new page does. */
async function openAddress({ page }: ConsolePage, address: string) {
  await page.goto('about:blank');
  await page.goto(`${stack.url}/${address}`);
}

async function openForm(console: ConsolePage) {
  await openAddress(console, addressOfItem({ entity: 'lesson', id }));
  const form = formOf(console);
  await form.waitFor();
  return form;
}

/** Sends the dialog with this name, with a message. */
async function send({ page }: ConsolePage, name: string, label: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name }).click();
  await dialog.waitFor({ state: 'detached' });
}

const lesson = () => client.call(lessons.get, { params: { id } });

it('is asked for in the place of publishing, and learners keep what is published', async () => {
  const form = await openForm(teacher);
  await expect(form.getByRole('button', { name: 'Publish Lesson' }).count()).resolves.toBe(0);
  await form.getByLabel('Description', { exact: true }).fill('With a mistake');
  await form.getByRole('button', { name: 'Ask for review' }).click();
  await send(teacher, 'Ask for review', 'Message (optional)', 'Are the words right?');
  await formOf(teacher)
    .getByText(/^Review asked for on/)
    .waitFor();
  expect(await lesson()).toMatchObject({ description: 'As published', review: { state: 'requested' } });
});

it('is found by a reviewer, who compares it and asks for changes', async () => {
  const { page } = first;
  await page.reload();
  await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
  const inbox = page.getByRole('dialog', { name: 'Notifications' });
  await inbox.getByRole('link', { name: `Rotha Review asks for a review of “${title}”` }).click();
  const form = formOf(first);
  await form.getByText('Are the words right?').waitFor();
  await form.getByRole('button', { name: 'View what learners see' }).click();
  const comparison = page.getByRole('dialog', { name: 'What learners see' });
  await comparison.getByText('With a mistake').waitFor();
  await comparison.getByRole('button', { name: 'Close' }).last().click();
  await form.getByRole('button', { name: 'Ask for changes' }).click();
  await send(first, 'Ask for changes', 'What should change?', 'There is a mistake in it');
  await form.getByText(/^Changes asked for on/).waitFor();
});

it('shows the author the answer in place, who asks again', async () => {
  const form = await openForm(teacher);
  await form.getByText('There is a mistake in it').waitFor();
  await form.getByLabel('Description', { exact: true }).fill('Without a mistake');
  await form.getByRole('button', { name: 'Ask for review' }).click();
  await send(teacher, 'Ask for review', 'Message (optional)', 'And now?');
  await formOf(teacher)
    .getByText(/^Review asked for on/)
    .waitFor();
});

it('is granted by one of two reviewers, of which the other is told', async () => {
  const forms = [await openForm(first), await openForm(second)];
  await Promise.all(forms.map((form) => form.getByText('And now?').waitFor()));
  await Promise.all(
    forms.map((form) =>
      form
        .getByRole('group', { name: 'Publication' })
        .getByRole('button', { name: 'Publish', exact: true })
        .click(),
    ),
  );
  await eventually(async () => expect(await lesson()).toMatchObject({ description: 'Without a mistake' }));
  await eventually(async () => {
    const counts = await Promise.all(
      [first, second].map(({ page }) => page.getByText(/^Already published by/).count()),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
  const { review = null, workingCopy = null } = await lesson();
  expect({ review, workingCopy }).toEqual({ review: null, workingCopy: null });
  await openAddress(teacher, '#/lessons');
  await teacher.page.getByRole('button', { name: /^Notifications: / }).click();
  const inbox = teacher.page.getByRole('dialog', { name: 'Notifications' });
  await inbox.getByRole('link', { name: new RegExp(`published “${title}”`) }).waitFor();
  expect(scriptErrors).toEqual([]);
});
