import { ConsolePage } from '@khmer-learning/console-e2e';
import { authRegister, lessons, lessonTypes, mainLessons } from '@khmer-learning/contracts';
import type { ConsoleClient } from '@khmer-learning/local-stack';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** The story of a comment on a row that is answered, and whose row is deleted. The steps depend on each other. */
const stack = getSharedStack();
const title = 'Commented on';
const account = { email: 'bopha.comments@example.com', password: 'a teacher of words' };
let browser: Browser;
let client: ConsoleClient;
let admin: ConsolePage;
let teacher: ConsolePage;
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  client = getSharedClient();
  await client.call(authRegister, {
    body: { ...account, firstName: 'Chenda', lastName: 'Comment', role: 'teacher' },
  });
  const mainLesson = { title: 'Comments', description: 'By a test', imageCover: 'cover.png', free: true };
  const { id: mainLessonId } = await client.call(mainLessons.create, { body: mainLesson });
  const { id: lessonTypeId } = await client.call(lessonTypes.create, {
    body: { title: 'Comments', icon: '💬' },
  });
  await client.call(lessons.create, {
    body: {
      ...{ mainLessonId, lessonTypeId, title },
      description: 'With two words',
      level: 'Beginner',
      sections: [
        { title: 'Key words', content: 'Rice [bay] : បាយ\nFish [trey] : ត្រី', html: null, ops: null },
      ],
    },
  });
  admin = new ConsolePage(await openPage(browser, scriptErrors));
  teacher = new ConsolePage(await openPage(browser, scriptErrors));
  await admin.signIn(stack.url, stack.admin);
  await teacher.signIn(stack.url, account);
});

afterAll(() => browser?.close());

const formOf = ({ page }: ConsolePage) => page.getByRole('dialog', { name: 'Edit Lesson' });

it('is written on a row, and mentions a teacher', async () => {
  const { page } = admin;
  await admin.openView('Lessons');
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const row = formOf(admin).getByRole('group', { name: 'Entry 1', exact: true });
  await row.hover();
  await row.getByRole('button', { name: 'Comment on Entry 1' }).click();
  const text = page.getByRole('textbox', { name: 'New comment' });
  await text.pressSequentially('Is it cooked, @chenda');
  await page.getByRole('option', { name: 'Chenda Comment' }).click();
  await text.press('Control+Enter');
  await page
    .getByRole('article', { name: 'On the row “Rice [bay] : បាយ”' })
    .getByText('Is it cooked')
    .waitFor();
  await row.getByRole('button', { name: '1 comment thread on Entry 1' }).waitFor();
});

it('is opened from the inbox and answered', async () => {
  const { page } = teacher;
  await page.reload();
  await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link').click();
  const thread = page.getByRole('article', { name: 'On the row “Rice [bay] : បាយ”' });
  await thread.getByText('@Chenda Comment').waitFor();
  await thread.getByRole('button', { name: 'Reply' }).click();
  await thread.getByRole('textbox', { name: 'Reply' }).fill('Yes, it is');
  await thread.getByRole('button', { name: 'Send' }).click();
  await thread.getByText('Yes, it is').waitFor();
  await page.getByRole('complementary', { name: 'Comments' }).getByRole('button', { name: 'Close' }).click();
});

it('follows the row when its word changes, and says that the row was deleted', async () => {
  const { page } = teacher;
  const form = formOf(teacher);
  const row = form.getByRole('group', { name: 'Entry 1', exact: true });
  await row.getByLabel('English Word').fill('Cooked rice');
  await form.getByRole('button', { name: 'Save as Draft' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await row.getByRole('button', { name: '1 comment thread on Entry 1' }).waitFor();
  await row.getByRole('button', { name: 'Delete entry 1' }).click();
  await form.getByRole('button', { name: 'Save as Draft' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await form.getByRole('button', { name: 'Comments (1)' }).click();
  await page
    .getByRole('article', { name: 'The row was deleted: “Cooked rice [bay] : បាយ”' })
    .getByText('Yes, it is')
    .waitFor();
  expect(scriptErrors).toEqual([]);
});
