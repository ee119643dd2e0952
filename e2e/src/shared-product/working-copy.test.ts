import { ConsolePage } from '@khmer-learning/console-e2e';
import {
  apiKeysCreate,
  fillPath,
  headerNames,
  lessons,
  lessonTypes,
  mainLessons,
  v1LessonsGet,
} from '@khmer-learning/contracts';
import type { ConsoleClient } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser.ts';
import { generateApiKey } from '../learner-app.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/**
 * The story of a published lesson that is reworked for a week and published at six in the morning. The steps depend on
 * each other.
 */
const stack = getSharedStack();
const title = 'Reworked for a week';
const apiKey = generateApiKey();
let browser: Browser;
let client: ConsoleClient;
let page: Page;
let author: ConsolePage;
let id: number;
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  client = getSharedClient();
  await client.call(apiKeysCreate, { body: { key: apiKey } });
  const mainLesson = { title: 'Reworked', description: 'By a test', imageCover: 'cover.png', free: true };
  const { id: mainLessonId } = await client.call(mainLessons.create, {
    body: { ...mainLesson, status: 'published' },
  });
  const { id: lessonTypeId } = await client.call(lessonTypes.create, {
    body: { title: 'Reworked', icon: '🛠️' },
  });
  const lesson = await client.call(lessons.create, {
    body: {
      ...{ mainLessonId, lessonTypeId, title },
      description: 'As published',
      level: 'Beginner',
      status: 'published',
      sections: [{ title: 'Key words', content: 'Rice [bay] : បាយ', html: null, ops: null }],
    },
  });
  id = lesson.id;
  page = await openPage(browser, scriptErrors);
  author = new ConsolePage(page);
  await author.signIn(stack.url, stack.admin);
  await author.openView('Lessons');
  await page.getByRole('searchbox').fill(title);
});

afterAll(() => browser?.close());

/** What a learner's app gets, as text. */
async function readAsLearner(): Promise<string> {
  const response = await fetch(stack.url + fillPath(v1LessonsGet.path, { id }), {
    headers: { [headerNames.apiKey]: apiKey },
  });
  return `${response.headers.get('etag')} ${await response.text()}`;
}

const row = () => page.getByRole('row', { name: new RegExp(title) });

async function openForm(): Promise<Locator> {
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Lesson' });
  await form.waitFor();
  return form;
}

async function saveWorkingCopy(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Save working copy' }).click();
  await form.waitFor({ state: 'detached' });
}

it('is edited on several days, and learners keep what is published', async () => {
  const before = await eventually(async () => {
    const answer = await readAsLearner();
    expect(answer).toContain('As published');
    return answer;
  });

  let form = await openForm();
  await form.getByLabel('Description', { exact: true }).fill('Monday’s words');
  await saveWorkingCopy(form);
  await row().getByText('changes not published').waitFor();
  expect(await readAsLearner()).toBe(before);

  form = await openForm();
  await expect(form.getByLabel('Description', { exact: true }).inputValue()).resolves.toBe('Monday’s words');
  await form.getByLabel('English Word').fill('Cooked rice');
  await saveWorkingCopy(form);
  expect(await readAsLearner()).toBe(before);
  expect(await client.call(lessons.get, { params: { id } })).toMatchObject({
    description: 'As published',
    version: 1,
  });
});

it('is previewed as it will be, and as learners see it', async () => {
  await author.chooseRowAction(title, 'Preview');
  const preview = page.getByRole('dialog', { name: title });
  await preview.getByText('Cooked rice').waitFor();
  await preview.getByText('Published', { exact: true }).click();
  await preview.getByText('As published').waitFor();
  await expect(preview.getByText('Cooked rice').count()).resolves.toBe(0);
  await preview.getByRole('button', { name: 'Close' }).click();
});

it('is scheduled for six in the morning, and published then as it was scheduled', async () => {
  let form = await openForm();
  await form.getByRole('button', { name: 'Publish later…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish later' });
  await expect(dialog.getByLabel('Time').inputValue()).resolves.toBe('06:00');
  await dialog.getByLabel('This version, whatever is saved later').check();
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await form
    .getByRole('group', { name: 'Publication' })
    .getByText(/^Publishes .*, 06:00$/)
    .waitFor();

  // Later changes are not published with it.
  await form.getByLabel('Description', { exact: true }).fill('An afterthought');
  await saveWorkingCopy(form);
  await row()
    .getByText(/^Publishes .*, 06:00 · without later changes$/)
    .waitFor();
  const { schedule, workingCopy } = await client.call(lessons.get, { params: { id } });
  expect(schedule).toMatchObject({ action: 'publish', of: 'working-copy', isPinned: true });
  expect(workingCopy?.version).toBeGreaterThan(schedule?.version ?? 0);

  // The afterthought is scheduled too, and the morning comes at once.
  await client.call(lessons.schedule.set, {
    params: { id },
    body: {
      action: 'publish',
      at: new Date(Date.now() + 1_000).toISOString(),
      version: workingCopy?.version ?? 0,
    },
  });
  // Learners' apps may not ask more often for long.
  await eventually(async () => expect(await readAsLearner()).toContain('An afterthought'), {
    intervalMs: 500,
  });
  expect(await readAsLearner()).toContain('Cooked rice');

  await page.reload();
  await row().waitFor();
  await row().getByText('changes not published').waitFor({ state: 'detached' });
  await expect(
    row()
      .getByText(/^Publishes/)
      .count(),
  ).resolves.toBe(0);
  form = await openForm();
  await expect(form.getByLabel('Description', { exact: true }).inputValue()).resolves.toBe('An afterthought');
  expect(scriptErrors).toEqual([]);
});

it('is continued on another computer after a crash, from what was saved automatically', async () => {
  const form = page.getByRole('dialog', { name: 'Edit Lesson' });
  await form.getByLabel('Description', { exact: true }).fill('Three days of work');
  // The first automatic save comes 30 s after the form was opened, or when a field is left after 10 s.
  await eventually(
    async () => {
      await form.getByLabel('Title', { exact: true }).focus();
      await form.getByLabel('Description', { exact: true }).focus();
      await form.getByText(/^Working copy saved \d\d:\d\d$/).waitFor({ timeout: 500 });
    },
    { intervalMs: 1_000 },
  );
  await page.context().close();

  page = await openPage(browser, scriptErrors);
  author = new ConsolePage(page);
  await author.signIn(stack.url, stack.admin);
  await author.openView('Lessons');
  await page.getByRole('searchbox').fill(title);
  const opened = await openForm();
  await expect(opened.getByLabel('Description', { exact: true }).inputValue()).resolves.toBe(
    'Three days of work',
  );
  expect(await readAsLearner()).toContain('An afterthought');
});

it('is discarded by mistake, and restored from its history', async () => {
  const form = page.getByRole('dialog', { name: 'Edit Lesson' });
  await form.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await form.getByText('Changes not published', { exact: true }).waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await history.getByText('Working copy', { exact: true }).click();
  await history.getByRole('button', { name: /Saved automatically: description/ }).click();
  await history.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await form.getByText('Changes not published', { exact: true }).waitFor();
  await expect(form.getByLabel('Description', { exact: true }).inputValue()).resolves.toBe(
    'Three days of work',
  );
  expect(await readAsLearner()).toContain('An afterthought');
  await form.getByRole('button', { name: 'Publish Lesson' }).click();
  await form.waitFor({ state: 'detached' });
  await eventually(async () => expect(await readAsLearner()).toContain('Three days of work'), {
    intervalMs: 500,
  });
  expect(scriptErrors).toEqual([]);
});
