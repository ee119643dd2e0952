/// <reference lib="dom" />

import { ConsolePage } from '@khmer-learning/console-e2e';
import { lessons as lessonEndpoints } from '@khmer-learning/contracts';
import { findChromium } from '@khmer-learning/local-stack';
import { createTempDirectory } from '@khmer-learning/test-kit';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { chromiumFlags, pageTimeoutMs } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** Unsaved input survives a crash of the browser and the end of the session. */
const stack = getSharedStack();
let profile: string;
let context: BrowserContext;
let author: ConsolePage;

beforeAll(async () => {
  profile = await createTempDirectory();
  await startBrowser();
  await author.signIn(stack.url, stack.admin);
});

afterAll(() => context?.close());

async function startBrowser(): Promise<void> {
  context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: chromiumFlags,
    viewport: { width: 1440, height: 900 },
  });
  operate(context.pages()[0] ?? (await context.newPage()));
}

function operate(page: Page): void {
  page.setDefaultTimeout(pageTimeoutMs);
  author = new ConsolePage(page);
}

/** Kills all of Chromium's processes at once, like a power cut, and restarts it with the same profile. */
async function killBrowser(): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const main = processInfo.find(({ type }) => type === 'browser');
  if (main === undefined) throw new Error('The process id of Chromium is unknown');
  const closed = new Promise((resolve) => context.once('close', resolve));
  process.kill(main.id, 'SIGKILL');
  await closed;
  await startBrowser();
  await openConsoleAgain();
}

/** Opens the console in the same profile, and signs in if the session has ended. */
async function openConsoleAgain(): Promise<void> {
  const { page } = author;
  await page.goto(stack.url);
  const email = page.getByLabel('Email');
  await page.getByRole('banner').or(email).first().waitFor();
  // Chromium writes its cookies to disk every half minute.
  if (!(await email.isVisible())) return;
  await email.fill(stack.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(stack.admin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('banner').waitFor();
}

/** Waits until the draft is stored: the indicator shows a time of day. */
const waitUntilAutoSaved = (form: Locator) => form.getByText(/^Auto-saved \d\d:\d\d$/).waitFor();

async function openForm(view: string, action: string): Promise<Locator> {
  await author.openView(view);
  return author.openActionDialog(action);
}

/** Restores the newest offered draft. */
async function restoreDraft(form: Locator): Promise<void> {
  await form.getByText('You have unsaved changes').waitFor();
  const offers = form.getByRole('button', { name: 'Restore unsaved changes' });
  const count = await offers.count();
  await offers.first().click();
  await offers.nth(count - 1).waitFor({ state: 'detached' });
}

const words = [
  ['Where?', 'nouw-naa?', 'នៅណា?'],
  ['Rice field', 'srae', 'ស្រែ'],
  ['Colon: [x]', 'a\\b', 'ពាក្យ​ដែល​មាន​ដកឃ្លា'],
] as const;

const title = (form: Locator) => form.getByRole('textbox', { name: 'Title', exact: true });

/** Types a lesson with vocabulary and a second section with formatted text, without saving it. */
async function writeLesson(form: Locator): Promise<void> {
  const { page } = author;
  await author.selectOption(form, 'Main Lesson', 'First Words');
  await title(form).fill('ផ្ទះ​របស់​ខ្ញុំ — my house');
  await author.selectOption(form, 'Lesson Type', 'Vocabulary');
  await author.selectOption(form, 'Level', 'Beginner');
  await form.getByLabel('Description').fill('ពាក្យ​ក្នុង​ផ្ទះ');
  await form.getByLabel('Section Title').fill('Key words');
  for (const [index, [english, phonemic, khmer]] of words.entries()) {
    if (index > 0) await form.getByRole('button', { name: 'Add Entry' }).click();
    await form.getByPlaceholder('Enter English word').nth(index).fill(english);
    await form.getByPlaceholder('Enter phonemic').nth(index).fill(phonemic);
    await form.getByPlaceholder('Enter Khmer').nth(index).fill(khmer);
  }
  await form.getByRole('button', { name: 'Add Section' }).click();
  await form.getByLabel('Section Title').nth(1).fill('A story');
  const text = form.locator('[contenteditable=true]');
  await text.click();
  await page.keyboard.type('In the house. ');
  await page.keyboard.press('Control+B');
  await page.keyboard.type('ផ្ទះធំ');
  await page.keyboard.press('Control+B');
  await page.keyboard.press('Control+I');
  await page.keyboard.type(' and small');
}

async function expectLesson(form: Locator): Promise<void> {
  expect(await title(form).inputValue()).toBe('ផ្ទះ​របស់​ខ្ញុំ — my house');
  expect(await form.getByLabel('Description').inputValue()).toBe('ពាក្យ​ក្នុង​ផ្ទះ');
  for (const [field, chosen] of [
    ['Main Lesson', 'First Words'],
    ['Lesson Type', 'Vocabulary'],
    ['Level', 'Beginner'],
  ] as const) {
    expect(await form.getByRole('combobox', { name: field }).textContent()).toBe(chosen);
  }
  const cells = await form
    .getByRole('group', { name: /^Entry/ })
    .locator('input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  expect(cells).toEqual(words.flat());
  const text = form.locator('[contenteditable=true]');
  await text.waitFor();
  expect(await text.locator('p').first().innerHTML()).toBe(
    'In the house. <strong>ផ្ទះធំ</strong><em> and small</em>',
  );
}

describe('a browser that is killed', () => {
  it('restores a complete lesson, which can then be saved as typed', async () => {
    const form = await openForm('Lessons', 'New Lesson');
    await writeLesson(form);
    // Leaving a field stores the draft; the page receives no unload event.
    await title(form).focus();
    await waitUntilAutoSaved(form);
    await killBrowser();

    const again = await openForm('Lessons', 'New Lesson');
    expect(await title(again).inputValue()).toBe('');
    await restoreDraft(again);
    await expectLesson(again);
    await again.getByRole('button', { name: 'Publish Lesson' }).click();
    await author.waitForToast('Lesson created successfully');
    const client = getSharedClient();
    const { lessons } = await client.call(lessonEndpoints.list, {
      query: { search: 'my house', limit: 1, offset: 0 },
    });
    expect(lessons[0]?.sections).toMatchObject([
      { title: 'Key words', html: null, ops: null },
      { title: 'A story', content: 'In the house. ផ្ទះធំ and small' },
    ]);
    expect(lessons[0]?.sections?.[0]?.content.split('\n')).toHaveLength(3);
    const next = await author.openActionDialog('New Lesson');
    expect(await author.page.getByText('You have unsaved changes').count()).toBe(0);
    await next.getByRole('button', { name: 'Close' }).click();
  });

  deep.it('restores text typed without leaving the field, after the periodic auto-save', async () => {
    const { page } = author;
    await page.goto(stack.url);
    await author.openView('Lessons');
    await page.clock.install();
    const form = await author.openActionDialog('New Lesson');
    await title(form).pressSequentially('មិនទាន់ចាកចេញ');
    await page.clock.fastForward(31_000);
    await waitUntilAutoSaved(form);
    await killBrowser();
    const again = await openForm('Lessons', 'New Lesson');
    await restoreDraft(again);
    expect(await title(again).inputValue()).toBe('មិនទាន់ចាកចេញ');
    await again.getByRole('button', { name: 'Close' }).click();
    await author.page.getByRole('button', { name: 'Leave', exact: true }).click();

    const third = await author.openActionDialog('New Lesson');
    await third
      .getByRole('group', { name: /មិនទាន់ចាកចេញ/ })
      .getByRole('button', { name: 'Discard' })
      .click();
    await third.getByRole('group', { name: /មិនទាន់ចាកចេញ/ }).waitFor({ state: 'detached' });
    await title(third).fill('កំពុងសរសេរ');
    await third.getByLabel('Description').focus();
    await waitUntilAutoSaved(third);
    await killBrowser();

    // Neither what was discarded nor what the test before has saved is offered.
    const fourth = await openForm('Lessons', 'New Lesson');
    await fourth.getByRole('group', { name: /កំពុងសរសេរ/ }).waitFor();
    const offers = fourth.getByRole('button', { name: 'Discard' });
    expect(await offers.count()).toBe(1);
    await offers.click();
    await offers.waitFor({ state: 'detached' });
    await fourth.getByRole('button', { name: 'Close' }).click();
  });

  deep.it('restores a complete main lesson', async () => {
    const form = await openForm('Main Lessons', 'New Main Lesson');
    await form.getByText('Paid', { exact: true }).click();
    await title(form).fill('រឿងព្រេង');
    await form.getByLabel('Description').fill('Old stories, ចាស់ៗ');
    await form.getByRole('radio', { name: 'Cover of English for Work' }).check({ force: true });
    await form.getByLabel('Price (USD)').fill('4.50');
    await title(form).focus();
    await waitUntilAutoSaved(form);
    await killBrowser();

    const again = await openForm('Main Lessons', 'New Main Lesson');
    await restoreDraft(again);
    expect(await title(again).inputValue()).toBe('រឿងព្រេង');
    expect(await again.getByLabel('Description').inputValue()).toBe('Old stories, ចាស់ៗ');
    expect(await again.getByRole('radio', { name: 'Cover of English for Work' }).isChecked()).toBe(true);
    expect(Number(await again.getByLabel('Price (USD)').inputValue())).toBe(4.5);
    await again.getByRole('button', { name: 'Save as Draft' }).click();
    await author.waitForToast('Main Lesson created successfully');
  });

  deep.it('restores the changes to an existing lesson', async () => {
    const { page } = author;
    await author.openView('Lessons');
    await page.getByRole('searchbox').fill('my house');
    const edit = async () => {
      await author.page.getByRole('button', { name: /^Edit .*my house/ }).click();
      const form = author.page.getByRole('dialog', { name: 'Edit Lesson' });
      await form.waitFor();
      return form;
    };
    const form = await edit();
    await form.getByPlaceholder('Enter Khmer').first().fill('ទៅណា?');
    await title(form).focus();
    await waitUntilAutoSaved(form);
    await killBrowser();
    await author.openView('Lessons');
    await author.page.getByRole('searchbox').fill('my house');
    const again = await edit();
    expect(await again.getByPlaceholder('Enter Khmer').first().inputValue()).toBe('នៅណា?');
    await restoreDraft(again);
    expect(await again.getByPlaceholder('Enter Khmer').first().inputValue()).toBe('ទៅណា?');
    await again.getByRole('button', { name: 'Close' }).click();
    await author.page.getByRole('button', { name: 'Leave', exact: true }).click();
  });
});

describe('a session that ends', () => {
  it('keeps the form open, and saves it after signing in again', async () => {
    const form = await openForm('Lessons', 'New Lesson');
    await writeLesson(form);
    await context.clearCookies();
    await form.getByRole('button', { name: 'Save as Draft' }).click();
    const { page } = author;
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password', { exact: true }).fill(stack.admin.password);
    await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
    await ended.waitFor({ state: 'detached' });
    await expectLesson(form);
    await form.getByRole('button', { name: 'Save as Draft' }).click();
    await author.waitForToast('Lesson created successfully');
  });

  deep.it('offers the draft again after the page was closed', async () => {
    const form = await openForm('Lessons', 'New Lesson');
    await title(form).fill('មុនពេលបិទ');
    await form.getByLabel('Description').focus();
    await waitUntilAutoSaved(form);
    await context.clearCookies();
    const closed = author.page;
    operate(await context.newPage());
    await closed.close();
    await openConsoleAgain();
    const again = await openForm('Lessons', 'New Lesson');
    await restoreDraft(again);
    expect(await title(again).inputValue()).toBe('មុនពេលបិទ');
  });
});
