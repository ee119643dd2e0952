import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import type { ConsolePage } from './console-page.ts';

/** One screen: a view, a dialog, or a state of either. */
export interface ScreenState {
  /** For example `lessons-preview`; also the name of its screenshot. */
  readonly name: string;
  /** Opens the screen. */
  open(consolePage: ConsolePage, url: string): Promise<unknown>;
  /** Returns to the state before it, which was already looked at. */
  leave?(consolePage: ConsolePage): Promise<unknown>;
}

/** A picture of one pixel. */
const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A word that is spelt in two ways: the demo school has none. */
const pronunciationConflict = {
  id: 'ទឹក',
  khmer: 'ទឹក',
  english: ['Water', 'Drinking water'],
  lessons: 3,
  spellings: [
    { phonemic: 'tik', lessons: 2, examples: [{ id: 1, title: 'Food and drink' }] },
    { phonemic: 'teuk', lessons: 1, examples: [{ id: 2, title: 'At the market' }] },
  ],
};

/** A webhook whose receiver does not answer well: the demo school has none. */
const webhook = {
  ...{ id: 1, address: 'https://hooks.example.com/khmer', description: '1', failingSince: null, off: null },
  ...{ events: ['purchase.completed', 'purchase.refunded'], createdAt: '2026-11-02T03:00:00.000Z' },
};
const delivery = {
  ...{ id: 'msg_1', type: 'purchase.completed', state: 'waiting', attempts: 2, status: 503 },
  createdAt: '2026-11-02T03:00:00.000Z',
  lastAttemptAt: '2026-11-02T03:00:05.000Z',
  nextAttemptAt: '2026-11-02T03:01:05.000Z',
  body: '{"type":"purchase.completed"}',
  attempt: {
    headers: {
      'webhook-id': 'msg_1',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
    ...{ durationMs: 41, answer: '503', failure: null, detail: null },
  },
};

/** Answers for the server until the screen is left. */
async function showWebhook(page: Page): Promise<void> {
  await page.route('**/api/webhooks', (route) => route.fulfill({ json: [webhook] }));
  await page.route('**/api/webhooks/1/deliveries?*', (route) =>
    route.fulfill({ json: { deliveries: [delivery], total: 1 } }),
  );
  await page.route('**/api/webhooks/1/deliveries/msg_1', (route) => route.fulfill({ json: delivery }));
  await page.reload();
  await waitForText(page, webhook.address);
}

const topDialog = (page: Page): Locator => page.getByRole('dialog').last();

const clickButton = (within: Page | Locator, button: string | RegExp): Promise<void> =>
  within.getByRole('button', { name: button }).first().click();

type DialogRole = 'dialog' | 'alertdialog';

/** Returns the dialog or confirmation that an action opens. */
async function dialogOpenedBy(page: Page, act: () => Promise<void>, role: DialogRole = 'dialog') {
  // Not by role alone, because dialogs below another one are hidden from screen readers.
  const all = page.locator(`[role=${role}]`);
  const before = await all.count();
  await act();
  await all.nth(before).waitFor();
  return all.nth(before);
}

const openDialogByButton = (page: Page, button: string | RegExp, role?: DialogRole) =>
  dialogOpenedBy(page, () => clickButton(page, button), role);

/** Opens the form of a row by its link, which is there on a narrow screen, too. */
const openRow = (page: Page, row: string) =>
  dialogOpenedBy(page, () => page.getByRole('main').getByRole('link', { name: row, exact: true }).click());

/** Opens the page of a main lesson by its row. */
async function openCourse(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
}

/** Esc may have closed it together with what was open above it. */
async function leaveCourse({ page }: ConsolePage): Promise<void> {
  const back = page.getByRole('button', { name: 'Back to main lessons' });
  if (await back.isVisible()) await back.click();
}

const openDialogByRowMenu = (consolePage: ConsolePage, row: string, action: string, role?: DialogRole) =>
  dialogOpenedBy(consolePage.page, () => consolePage.chooseRowAction(row, action), role);

const waitForText = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

/** Uploads a table of lessons with words to be checked. */
async function uploadTable(page: Page, text: string): Promise<void> {
  const input = page.locator('input[type=file]');
  await input.waitFor({ state: 'attached' });
  await input.setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await waitForText(page, /^words.csv/);
  await clickButton(page, 'Check file');
}

const waitForListbox = (page: Page) => page.getByRole('listbox').first().waitFor();

/** A state of a view that depends on the server's responses: reloads the view with them. */
async function reloadWithMockedApi(
  consolePage: ConsolePage,
  view: string,
  api: RegExp,
  answer: 'none' | 'failure',
) {
  await consolePage.openView(view);
  await consolePage.page.route(api, async (route) => {
    if (answer === 'failure') {
      const json = {
        message: 'The service is not available right now',
        code: 'unavailable',
        requestId: 'tour',
      };
      await route.fulfill({ status: 503, json });
    }
  });
  await consolePage.page.reload();
  await consolePage.page.getByRole('heading', { level: 1 }).waitFor();
}

/** The view with the demo school's data, with each filter, and with a search without results. */
function listScreens(
  name: string,
  view: string,
  sample: string | RegExp,
  filters: readonly string[],
): ScreenState[] {
  return [
    {
      name,
      open: async (consolePage) => {
        await consolePage.openView(view);
        await waitForText(consolePage.page, sample);
      },
    },
    ...filters.map((label) => ({
      name: `${name}-filter-${label.toLowerCase().replaceAll(' ', '-')}`,
      open: async ({ page }: ConsolePage) => {
        // On a phone they are behind a button.
        const closed = page.getByRole('button', { name: /^Filters/, expanded: false });
        if (await closed.isVisible()) await closed.click();
        await page.getByRole('combobox', { name: label, exact: true }).click();
        await waitForListbox(page);
      },
    })),
    {
      name: `${name}-nothing-found`,
      open: async ({ page }) => {
        await page.getByRole('searchbox').fill('zzzz');
        await page.getByRole('button', { name: 'Clear filters' }).waitFor();
      },
      leave: async ({ page }) => {
        await clickButton(page, 'Clear filters');
        await waitForText(page, sample);
      },
    },
  ];
}

/** The view while it is loading, and after loading failed. */
const loadStateScreens = (name: string, view: string, api: RegExp, sample: string): ScreenState[] => [
  { name: `${name}-loading`, open: (consolePage) => reloadWithMockedApi(consolePage, view, api, 'none') },
  {
    name: `${name}-failed`,
    open: async (consolePage) => {
      await reloadWithMockedApi(consolePage, view, api, 'failure');
      await consolePage.page.getByRole('button', { name: 'Try again' }).first().waitFor();
    },
    leave: async ({ page }) => {
      await clickButton(page, 'Try again');
      await waitForText(page, sample);
    },
  },
];

async function openNewLesson(consolePage: ConsolePage): Promise<Locator> {
  await consolePage.openView('Lessons');
  return consolePage.openActionDialog('New Lesson');
}

async function openGreetingsForm({ page }: ConsolePage): Promise<Locator> {
  const form = await openRow(page, 'Greetings');
  await form.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
  return form;
}

async function openRecordingBooth(consolePage: ConsolePage): Promise<Locator> {
  const form = await openGreetingsForm(consolePage);
  return dialogOpenedBy(consolePage.page, () => clickButton(form, 'Record all words'));
}

const dashboard: readonly ScreenState[] = [
  {
    name: 'dashboard',
    open: async (consolePage) => {
      await consolePage.openView('Dashboard');
      await waitForText(consolePage.page, 'The weather');
    },
  },
  ...loadStateScreens('dashboard', 'Dashboard', /\/api\/dashboard\/stats/, 'The weather'),
  {
    name: 'tools-menu',
    open: async ({ page }) => {
      await clickButton(page, 'Tools');
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'inbox',
    open: async ({ page }) => {
      const inbox = await openDialogByButton(page, /^Notifications/);
      await inbox.getByText('No notifications').waitFor();
    },
  },
  {
    name: 'sidebar',
    open: async ({ page }) => {
      const drawer = page.getByRole('button', { name: 'Open menu' });
      if (await drawer.isVisible()) await drawer.click();
      await page.getByRole('navigation', { name: 'Views' }).waitFor();
    },
  },
];

const mainLessons: readonly ScreenState[] = [
  ...listScreens('main-lessons', 'Main Lessons', 'First Words', ['Status']),
  {
    name: 'main-lesson-detail',
    open: async (consolePage) => {
      const dialog = await openDialogByRowMenu(consolePage, 'First Words', 'View lessons');
      await dialog.getByRole('button', { name: /^Drag/ }).first().waitFor();
    },
  },
  {
    name: 'main-lesson-activity',
    open: async (consolePage) => {
      const dialog = await openDialogByRowMenu(consolePage, 'First Words', 'View lessons');
      await dialog.getByRole('button', { name: /^Drag/ }).first().waitFor();
      await clickButton(dialog, 'Activity');
    },
  },
  {
    name: 'catalogue-order',
    open: async ({ page }) => {
      const dialog = await openDialogByButton(page, 'Catalogue order');
      await dialog.getByRole('button', { name: /^Drag/ }).first().waitFor();
    },
  },
  { name: 'main-lesson-new', open: (consolePage) => consolePage.openActionDialog('New Main Lesson') },
  {
    name: 'main-lesson-wrong',
    open: async (consolePage) => {
      const form = await consolePage.openActionDialog('New Main Lesson');
      await form.getByText('Paid', { exact: true }).click();
      await clickButton(form, /^Publish$/);
      await form.getByText('Title is required').waitFor();
    },
  },
  {
    name: 'main-lesson-upload',
    open: async (consolePage) => {
      const form = await consolePage.openActionDialog('New Main Lesson');
      await consolePage.page.route(/\/api\/upload/, () => undefined);
      const file = { name: 'river.png', mimeType: 'image/png', buffer: onePixelPng };
      await form.locator('input[type=file]').setInputFiles(file);
      await form.getByText('Uploading river.png').waitFor();
    },
  },
  {
    name: 'course',
    open: async ({ page }) => {
      await openCourse(page, 'First Words');
      await page.getByRole('button', { name: /^Drag/ }).first().waitFor();
    },
    leave: leaveCourse,
  },
  {
    name: 'course-title',
    open: async ({ page }) => {
      await openCourse(page, 'First Words');
      await page.getByRole('button', { name: /^Drag/ }).first().waitFor();
      await page.locator('[data-action=title]').first().click();
      await page.getByRole('textbox', { name: /^Title of/ }).waitFor();
    },
    leave: async (consolePage) => {
      const field = consolePage.page.getByRole('textbox', { name: /^Title of/ });
      if (await field.isVisible()) await field.press('Escape');
      await leaveCourse(consolePage);
    },
  },
  {
    name: 'course-add',
    open: async ({ page }) => {
      await openCourse(page, 'English for Work');
      const dialog = await openDialogByButton(page, 'Add from another course');
      await dialog.getByRole('listitem').first().waitFor();
    },
    leave: leaveCourse,
  },
  {
    name: 'main-lesson-edit',
    open: async ({ page }) => {
      await openCourse(page, 'English for Work');
      await openDialogByButton(page, 'Edit details');
    },
    leave: leaveCourse,
  },
  {
    name: 'main-lesson-unpublish',
    open: async ({ page }) => {
      await openCourse(page, 'First Words');
      const form = await openDialogByButton(page, 'Edit details');
      await clickButton(form, 'Save as Draft');
      await page.getByRole('alertdialog').waitFor();
    },
    leave: leaveCourse,
  },
  {
    name: 'main-lesson-delete',
    open: (consolePage) => openDialogByRowMenu(consolePage, 'First Words', 'Delete', 'alertdialog'),
  },
];

const lessons: readonly ScreenState[] = [
  ...listScreens('lessons', 'Lessons', 'The weather', ['Level', 'Type', 'Status']),
  ...loadStateScreens('lessons', 'Lessons', /\/api\/lessons\?/, 'The weather'),
  {
    name: 'lessons-tooltip',
    open: async (consolePage) => {
      await waitForText(consolePage.page, 'The weather');
      await consolePage.page.getByRole('button', { name: 'More actions for The weather' }).hover();
      await consolePage.page.getByRole('tooltip').first().waitFor();
    },
  },
  {
    name: 'lessons-selected',
    open: async ({ page }) => {
      await page.mouse.move(0, 0);
      await page.getByRole('checkbox', { name: 'Select Greetings' }).check();
      await page.getByRole('checkbox', { name: 'Select Family' }).check();
      await waitForText(page, '2 lessons selected');
    },
  },
  {
    name: 'lessons-edit-many',
    open: async ({ page }) => {
      const dialog = await openDialogByButton(page, /^Edit 2 lessons/);
      await dialog.getByRole('grid').waitFor();
    },
  },
  { name: 'lessons-bulk-delete', open: ({ page }) => openDialogByButton(page, /^Delete \(2\)/) },
  {
    name: 'lessons-bulk-failed',
    open: async ({ page }) => {
      const dialog = await openDialogByButton(page, /^Unpublish \(/);
      await page.route(/\/api\/lesson-edits/, (route) =>
        route.fulfill({
          status: 503,
          json: { message: 'The service is not available right now', code: 'unavailable', requestId: 'tour' },
        }),
      );
      await clickButton(dialog, 'Unpublish');
      await dialog.getByText('Nothing was changed').waitFor();
    },
  },
  {
    name: 'lesson-preview',
    open: async (consolePage) => {
      await clickButton(consolePage.page, 'Clear selection');
      const dialog = await openDialogByRowMenu(consolePage, 'Greetings', 'Preview');
      await dialog.getByText(/This is a preview/).waitFor();
    },
  },
  {
    name: 'lesson-delete',
    open: (consolePage) => openDialogByRowMenu(consolePage, 'Greetings', 'Delete', 'alertdialog'),
  },
  { name: 'lesson-new', open: openNewLesson },
  {
    name: 'lesson-main-lessons',
    open: async (consolePage) => {
      const form = await openNewLesson(consolePage);
      await form.getByRole('combobox', { name: 'Main Lesson' }).click();
      await waitForListbox(consolePage.page);
    },
  },
  {
    name: 'lesson-wrong',
    open: async (consolePage) => {
      const form = await openNewLesson(consolePage);
      await clickButton(form, 'Publish Lesson');
      await form.getByText('Title is required', { exact: true }).waitFor();
    },
  },
  {
    name: 'lesson-edit-vocabulary',
    open: async (consolePage) => {
      const form = await openGreetingsForm(consolePage);
      await form.getByPlaceholder('Enter Khmer').first().waitFor();
    },
  },
  {
    name: 'lesson-edit-vocabulary-remarks',
    open: async (consolePage) => {
      const form = await openNewLesson(consolePage);
      await form.getByLabel('Section Title').fill('Key words');
      const cell = (placeholder: string) => form.getByPlaceholder(placeholder);
      await cell('Enter English word').first().fill('Water');
      await cell('Enter phonemic').first().fill('teuk');
      // The characters in an unusual order that looks the same.
      await cell('Enter Khmer').first().fill('ទឹក សេ្រី');
      await clickButton(form, 'Add Entry');
      await cell('Enter English word').nth(1).fill('Water');
      await form.getByText(/is also entry 1/).waitFor();
    },
  },
  {
    name: 'lesson-edit-free-text',
    open: async (consolePage) => {
      const form = await openGreetingsForm(consolePage);
      await form.getByRole('tab', { name: 'Free Text' }).last().click();
      await form.locator('[contenteditable=true]').first().waitFor();
      await form.locator('[contenteditable=true]').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'recording-booth',
    open: async (consolePage) => {
      const booth = await openRecordingBooth(consolePage);
      await booth.getByRole('button', { name: 'Start' }).waitFor();
    },
  },
  {
    name: 'recording-booth-word',
    open: async (consolePage) => {
      const booth = await openRecordingBooth(consolePage);
      await booth.getByRole('radio', { name: 'Khmer', exact: true }).check();
      await clickButton(booth, 'Start');
      await booth.getByRole('group', { name: 'Word to read aloud' }).waitFor();
    },
  },
  {
    name: 'lesson-edit-activity',
    open: async (consolePage) => {
      const form = await openGreetingsForm(consolePage);
      await clickButton(form, 'Activity');
    },
  },
  {
    name: 'lesson-history',
    open: async (consolePage) => {
      await openGreetingsForm(consolePage);
      const history = await openDialogByButton(consolePage.page, 'History');
      await history
        .getByText(/^(Now|No earlier versions yet)$/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'lesson-comments',
    open: async (consolePage) => {
      const form = await openGreetingsForm(consolePage);
      await clickButton(form, /^Comment on Entry 1$/);
      await consolePage.page.getByRole('textbox', { name: 'New comment' }).fill('ពាក្យនេះ? @');
      await consolePage.page.getByRole('listbox', { name: 'People' }).waitFor();
    },
  },
  {
    name: 'lesson-edit-preview',
    open: async (consolePage) => {
      await openGreetingsForm(consolePage);
      const preview = await openDialogByButton(consolePage.page, 'Show Preview');
      await preview.getByText(/This is a preview/).waitFor();
    },
  },
  {
    name: 'lesson-remove-section',
    open: async (consolePage) => {
      const form = await openGreetingsForm(consolePage);
      await clickButton(form, 'Remove section 1');
      await consolePage.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'lesson-unpublish',
    open: async (consolePage) => {
      const form = await openGreetingsForm(consolePage);
      await clickButton(form, 'Save as Draft');
      await consolePage.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'lesson-schedule',
    open: async (consolePage) => {
      await openGreetingsForm(consolePage);
      await openDialogByButton(consolePage.page, 'Unpublish later…');
    },
  },
  {
    name: 'lesson-leave',
    open: async (consolePage) => {
      const form = await openNewLesson(consolePage);
      await form.getByRole('textbox', { name: 'Title', exact: true }).fill('សួស្តី');
      await clickButton(form, 'Close');
      await consolePage.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'lesson-conflict',
    open: async (consolePage, url) => {
      const form = await openGreetingsForm(consolePage);
      const title = form.getByRole('textbox', { name: 'Title', exact: true });
      const { request } = consolePage.page;
      const list = await request.get(`${url}/api/lessons?search=Greetings&limit=1&offset=0`);
      const [lesson] = ((await list.json()) as { lessons: { id: number }[] }).lessons;
      // Creates a new version without changing anything that later screens use.
      await request.patch(`${url}/api/lessons/${lesson?.id}`, {
        data: { description: `Hello and thank you, ${randomUUID()}` },
        headers: { origin: url },
      });
      await title.fill('Greetings and thanks');
      await clickButton(form, 'Publish Lesson');
      const conflict = consolePage.page.getByRole('dialog', { name: /was changed by someone else/ });
      await conflict.getByText('Greetings and thanks').first().waitFor();
    },
  },
  {
    name: 'lesson-restore',
    open: async (consolePage) => {
      const form = await openNewLesson(consolePage);
      await form.getByRole('textbox', { name: 'Title', exact: true }).fill('ផ្សារ and market');
      await form.getByRole('textbox', { name: 'Title', exact: true }).blur();
      await form.getByText(/^Auto-saved/).waitFor();
      await consolePage.page.reload();
      await openNewLesson(consolePage);
      await consolePage.page.getByText('You have unsaved changes').waitFor();
    },
  },
];

const lessonTypes: readonly ScreenState[] = [
  ...listScreens('lesson-types', 'Lesson Types', 'Conversation', []),
  { name: 'lesson-type-new', open: (consolePage) => consolePage.openActionDialog('New Lesson Type') },
  {
    name: 'lesson-type-file',
    open: async (consolePage) => {
      const form = await consolePage.openActionDialog('New Lesson Type');
      await form.getByRole('tab', { name: 'File' }).click();
      await clickButton(form, 'Create Lesson Type');
      await form.getByText('Icon is required').waitFor();
    },
  },
  {
    name: 'lesson-type-edit',
    open: ({ page }) => openRow(page, 'Reading'),
  },
  {
    name: 'lesson-type-detail',
    open: async (consolePage) => {
      const dialog = await openDialogByRowMenu(consolePage, 'Vocabulary', 'View lessons');
      await dialog
        .getByRole('button', { name: /^Preview/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'lesson-type-delete',
    open: (consolePage) => openDialogByRowMenu(consolePage, 'Vocabulary', 'Delete', 'alertdialog'),
  },
];

const quizzes: readonly ScreenState[] = [
  ...listScreens('quizzes', 'Quizzes', 'Count to ten', ['Status']),
  ...loadStateScreens('quizzes', 'Quizzes', /\/api\/quizzes/, 'Count to ten'),
  {
    name: 'quiz-detail',
    open: async (consolePage) => {
      await waitForText(consolePage.page, 'Count to ten');
      const dialog = await openDialogByRowMenu(consolePage, 'Count to ten', 'View results');
      await dialog.getByText('Average score').waitFor();
    },
  },
  {
    name: 'quiz-edit',
    open: async ({ page }) => {
      const form = await openRow(page, 'Count to ten');
      await form.getByText('Question 1').first().waitFor();
    },
  },
  {
    name: 'quiz-lessons',
    open: async ({ page }) => {
      const form = await openRow(page, 'Count to ten');
      await form.getByRole('combobox', { name: 'Lesson' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'quiz-wrong',
    open: async (consolePage) => {
      const form = await consolePage.openActionDialog('New Quiz');
      await clickButton(form, 'Publish Quiz');
      await form.getByText('Title is required').waitFor();
    },
  },
  {
    name: 'quiz-generate',
    open: async ({ page }) => {
      const form = await openRow(page, 'Count to ten');
      await clickButton(form, 'Generate from vocabulary');
      await page.getByRole('button', { name: /^Add \d+ question/ }).waitFor();
    },
  },
  {
    name: 'quiz-play',
    open: async ({ page }) => {
      const form = await openRow(page, 'Count to ten');
      await clickButton(form, 'Play as learner');
      await page.getByText('Question 1 of 3').waitFor();
    },
  },
  {
    name: 'quiz-bank',
    open: async ({ page }) => {
      const form = await openRow(page, 'Count to ten');
      await clickButton(form, 'Add from question bank…');
      await page
        .getByRole('dialog', { name: 'Question bank' })
        .getByText(/^(Used in|No questions found)/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'quiz-delete',
    open: (consolePage) => openDialogByRowMenu(consolePage, 'Count to ten', 'Delete', 'alertdialog'),
  },
];

const userScreens: readonly ScreenState[] = [
  ...listScreens('users', 'Users', 'admin@khmer.local', ['Role', 'Status']),
  {
    name: 'user-wrong',
    open: async (consolePage) => {
      const form = await consolePage.openActionDialog('New Users');
      await clickButton(form, 'Create User');
      await form.getByText('Firstname is required').waitFor();
    },
  },
  {
    name: 'user-edit',
    open: async ({ page }) => {
      await page.getByRole('row').filter({ hasText: 'admin@khmer.local' }).getByRole('link').first().click();
      await topDialog(page).waitFor();
    },
  },
  {
    name: 'user-password',
    open: async ({ page }) => {
      await page.getByRole('row').filter({ hasText: 'admin@khmer.local' }).getByRole('link').first().click();
      await topDialog(page).waitFor();
      const dialog = await openDialogByButton(page, 'Change Password');
      await clickButton(dialog, 'Change Password');
      await dialog
        .getByText(/at least 8/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'user-deactivate',
    open: async ({ page }) => {
      await page.getByRole('row').filter({ hasText: 'admin@khmer.local' }).getByRole('link').first().click();
      await topDialog(page).waitFor();
      await openDialogByButton(page, 'Deactivate User', 'alertdialog');
    },
  },
  {
    name: 'user-learner',
    open: async ({ page }) => {
      await page.getByRole('row').filter({ hasText: 'Student' }).first().getByRole('link').first().click();
      await page.getByLabel('New note').waitFor();
    },
  },
  {
    name: 'user-learner-account',
    open: async ({ page }) => {
      // The learner's page is still open.
      await page.getByRole('button', { name: 'Account', exact: true }).click();
      await topDialog(page).waitFor();
    },
  },
];

const purchaseScreens: readonly ScreenState[] = [
  ...listScreens('purchases', 'Purchase History', /@/, ['Payment status', 'Purchase date']),
  {
    name: 'purchase-detail',
    open: async ({ page }) => {
      await page.getByRole('row').filter({ hasText: 'Completed' }).first().getByRole('link').first().click();
      await topDialog(page).getByText('Payment method').waitFor();
    },
  },
  {
    name: 'purchase-refund',
    open: async ({ page }) => {
      await page.getByRole('row').filter({ hasText: 'Completed' }).first().getByRole('link').first().click();
      await topDialog(page).getByText('Payment method').waitFor();
      const dialog = await openDialogByButton(page, 'Refund');
      await dialog.getByLabel('Amount (USD)').fill('999');
      await clickButton(dialog, /^Refund/);
      await dialog.getByText(/At most/).waitFor();
    },
  },
  {
    name: 'purchase-grant',
    open: async ({ page }) => {
      const dialog = await openDialogByButton(page, 'Grant access…');
      await clickButton(dialog, 'Grant Access');
      await dialog.getByText('Reason is required').waitFor();
    },
  },
  {
    name: 'purchase-pending',
    open: async ({ page }) => {
      await page.getByRole('row').filter({ hasText: 'Pending' }).first().getByRole('link').first().click();
      await topDialog(page).getByText('Payment method').waitFor();
    },
  },
];

const settings: readonly ScreenState[] = [
  {
    name: 'analytics',
    open: async (consolePage) => {
      await consolePage.openFromTools('Analytics');
      await waitForText(consolePage.page, 'Analytics feature coming soon...');
    },
  },
  {
    name: 'api-settings',
    open: async (consolePage) => {
      await consolePage.openFromTools('API Settings');
      await waitForText(consolePage.page, 'Active Keys');
    },
  },
  {
    name: 'api-settings-key',
    open: async ({ page }) => {
      await clickButton(page.getByRole('main'), /^(Generate|Regenerate)$/);
      const known = page.getByRole('button', { name: 'Show API key' });
      const question = page.getByRole('alertdialog');
      await known.or(question).first().waitFor();
      if (await question.isVisible()) await clickButton(question, 'Regenerate');
      await known.click();
      await page.getByRole('button', { name: 'Hide API key' }).waitFor();
    },
  },
  {
    name: 'api-settings-regenerate',
    open: ({ page }) => openDialogByButton(page, 'Regenerate', 'alertdialog'),
  },
  {
    name: 'api-settings-revoke',
    open: ({ page }) =>
      dialogOpenedBy(
        page,
        async () => {
          await clickButton(page, /^More actions for/);
          await page.getByRole('menuitem', { name: 'Revoke' }).click();
        },
        'alertdialog',
      ),
  },
  {
    name: 'pronunciations',
    open: async (consolePage) => {
      const { page } = consolePage;
      await page.route('**/api/pronunciation-conflicts**', (route) =>
        route.fulfill({ json: { conflicts: [pronunciationConflict], total: 1 } }),
      );
      await consolePage.openFromTools('Pronunciations');
      await waitForText(page, '[teuk]');
    },
  },
  {
    name: 'pronunciations-replace',
    open: ({ page }) => openDialogByButton(page, /^Use this spelling everywhere: \[tik\]/, 'alertdialog'),
  },
  {
    name: 'pronunciations-failed',
    open: async ({ page }) => {
      await page.route('**/api/pronunciation-conflicts**', (route) =>
        route.fulfill({
          status: 503,
          json: { message: 'The service is not available right now', code: 'unavailable', requestId: 'tour' },
        }),
      );
      await page.reload();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
    leave: ({ page }) => clickButton(page, 'Try again'),
  },
  {
    name: 'pronunciations-nothing-found',
    open: async ({ page }) => {
      await page.getByRole('searchbox').fill('zzzz');
      await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    },
    leave: ({ page }) => clickButton(page, 'Clear filters'),
  },
  {
    name: 'calendar',
    open: async (consolePage) => {
      const { page } = consolePage;
      const at = new Date(Date.now() + 60_000).toISOString();
      const scheduled = { id: 1, title: 'Greetings', action: 'publish', at, version: 1, of: 'item' };
      const data = [{ ...scheduled, isPinned: false, scheduledBy: null, failure: null }];
      await page.route('**/api/lessons/schedules**', (route) =>
        route.fulfill({ json: { data, isComplete: true } }),
      );
      await consolePage.openFromTools('Calendar');
      await waitForText(page, 'is published');
    },
  },
  {
    name: 'transfer',
    open: async (consolePage) => {
      await consolePage.openFromTools('Import/Export');
      await waitForText(consolePage.page, 'Select a main lesson to export only its content.');
    },
  },
  {
    name: 'transfer-main-lessons',
    open: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Main lesson' }).click();
      await waitForListbox(page);
    },
  },
  {
    name: 'transfer-chosen',
    open: async ({ page }, url) => {
      const exported = await page.request.get(`${url}/api/export/lessons`);
      const name = 'lessons.json';
      const file = { name, mimeType: 'application/json', buffer: await exported.body() };
      await page.locator('input[type=file]').setInputFiles(file);
      await waitForText(page, /^lessons.json/);
    },
  },
  {
    name: 'transfer-checked',
    open: async ({ page }) => {
      await clickButton(page, 'Check file');
      await page.getByRole('button', { name: 'Discard' }).waitFor();
    },
  },
  {
    name: 'transfer-columns',
    open: async ({ page }) => {
      await clickButton(page, 'Discard');
      await uploadTable(
        page,
        'Course;Lesson;English;Khmer;Notes\nAnimals;Pets;dog;ឆ្កែ;\nAnimals;Pets;cat;ឆ្មា;x',
      );
      await page.getByRole('combobox', { name: 'Notes is imported as' }).waitFor();
    },
  },
  {
    name: 'transfer-refused',
    open: async ({ page }) => {
      await clickButton(page, 'Discard');
      await uploadTable(page, 'Main lesson,Lesson,Level,English,Khmer\nNew course,Pets,Expert,dog,ឆ្កែ');
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'transfer-undo',
    open: async ({ page }) => {
      const imported = {
        ...{ id: 1, kind: 'vocabulary', fileName: 'words.xlsx', state: 'applied', problem: null },
        progress: { done: 2, total: 2 },
        counts: { create: 2, change: 0, unchanged: 0, refuse: 0 },
        ...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
        undoUntil: new Date(Date.now() + 86_400_000).toISOString(),
      };
      await page.route('**/api/imports', (route) => route.fulfill({ json: { data: [imported] } }));
      await page.route('**/api/imports/1/changes-since', (route) =>
        route.fulfill({ json: { data: [{ thing: 'lesson', id: 1, title: 'Pets' }], total: 1, items: 2 } }),
      );
      await clickButton(page, 'Discard');
      await page.reload();
      const question = await openDialogByButton(page, 'Undo the import of words.xlsx', 'alertdialog');
      await question
        .getByText(/changed since/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'webhooks',
    open: async (consolePage) => {
      await consolePage.openFromTools('Webhooks');
      await showWebhook(consolePage.page);
    },
  },
  {
    name: 'webhooks-new',
    open: ({ page }) => openDialogByButton(page, 'New Webhook'),
  },
  {
    name: 'webhooks-delivery',
    open: async ({ page }) => {
      await showWebhook(page);
      const list = await dialogOpenedBy(page, async () => {
        await clickButton(page, /^More actions for/);
        await page.getByRole('menuitem', { name: 'Deliveries' }).click();
      });
      const details = await dialogOpenedBy(page, () => clickButton(list, /^Open /));
      await details.getByText('msg_1').first().waitFor();
    },
  },
  {
    name: 'activity',
    open: async (consolePage) => {
      await consolePage.openFromTools('Activity');
      await consolePage.page.getByRole('row').nth(2).waitFor();
    },
  },
  {
    name: 'my-account',
    open: async ({ page }, url) => {
      await page.goto(`${url}/dashboard#/my-account`);
      await page.getByRole('button', { name: 'Save Changes' }).waitFor();
    },
  },
  {
    name: 'second-factor-codes',
    open: async ({ page }) => {
      const dialog = await openDialogByButton(page, 'Set up codes');
      await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    },
  },
  {
    name: 'recovery-codes',
    open: async ({ page }) => {
      const recoveryCodes = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCCC-DDD${n}`);
      await page.route(/second-factor\/codes$/, (route) => route.fulfill({ json: { recoveryCodes } }));
      const dialog = await openDialogByButton(page, 'Set up codes');
      await dialog.getByLabel('Code', { exact: true }).fill('123456');
      await clickButton(dialog, 'Switch on');
      await waitForText(page, 'Keep them in a safe place. They are not shown again.');
    },
  },
  {
    name: 'proof',
    open: async ({ page }) => {
      await page.route(/codes\/begin$/, (route) =>
        route.fulfill({ status: 403, json: { message: 'Confirm', code: 'proof_required', requestId: 'r' } }),
      );
      const dialog = await openDialogByButton(page, 'Set up codes');
      await dialog.getByLabel('Your current password').waitFor();
    },
  },
  {
    name: 'second-factor-policy',
    open: async ({ page }, url) => {
      await page.goto(`${url}/dashboard#/users`);
      const dialog = await openDialogByButton(page, 'Second factor');
      await dialog.getByLabel('Admins and teachers').check();
      await dialog.getByLabel('From', { exact: true }).waitFor();
    },
  },
  {
    name: 'second-factor-set-up',
    open: async ({ page }, url) => {
      const refused = { message: 'Set up', code: 'second_factor_missing', requestId: 'r' };
      await page.route(/api\/dashboard\/stats/, (route) => route.fulfill({ status: 403, json: refused }));
      await page.goto(`${url}/dashboard#/dashboard`);
      await page.getByRole('button', { name: 'Set up codes' }).waitFor();
    },
  },
  {
    name: 'privacy-policy',
    open: async (consolePage) => {
      await consolePage.openFromTools('Privacy Policy');
      await consolePage.page.getByLabel('Text').waitFor();
    },
  },
  {
    name: 'console-health',
    open: async (consolePage) => {
      await consolePage.openFromTools('Console health');
      await consolePage.page.getByRole('row').nth(8).waitFor();
    },
  },
  {
    name: 'console-health-releases',
    open: async (consolePage) => {
      await consolePage.openFromTools('Console health');
      await consolePage.page.getByRole('button', { name: 'Releases of Quizzes' }).click();
      await consolePage.page.getByRole('dialog').getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'session-ended',
    open: async (consolePage) => {
      await consolePage.page.route(/\/api\/lessons\?/, (route) =>
        route.fulfill({
          status: 401,
          json: { message: 'Sign in to continue', code: 'unauthenticated', requestId: 'tour' },
        }),
      );
      await consolePage.openView('Lessons');
      await consolePage.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    },
  },
  {
    name: 'remote-failed',
    open: async (consolePage) => {
      await consolePage.openView('Dashboard');
      await consolePage.page.route(/mf-manifest[\w.]*\.json/, (route) => route.abort());
      await consolePage.page.reload();
      await consolePage.openView('Quizzes');
      await consolePage.page.getByRole('button', { name: 'Try again' }).first().waitFor();
    },
  },
];

/** All screens for a signed-in admin of the demo school; each one starts from the state after the previous one. */
export const consoleScreens: readonly ScreenState[] = [
  ...dashboard,
  ...mainLessons,
  ...lessons,
  ...lessonTypes,
  ...quizzes,
  ...userScreens,
  ...purchaseScreens,
  ...settings,
];

const pageScreen = (name: string, path: string, text: string | RegExp): ScreenState => ({
  name,
  open: async ({ page }, url) => {
    await page.goto(url + path);
    await waitForText(page, text);
  },
});

/** The screens without a sign-in. */
export const publicScreens: readonly ScreenState[] = [
  pageScreen('sign-in', '/', 'Sign in'),
  {
    name: 'sign-in-wrong',
    open: async ({ page }) => {
      await clickButton(page, 'Sign in');
      await waitForText(page, 'Password is required');
    },
  },
  {
    name: 'sign-in-refused',
    open: async ({ page }) => {
      // A different account each time, because five wrong passwords delay further attempts.
      await page.getByLabel('Email').fill(`${randomUUID()}@khmer.local`);
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
      await clickButton(page, 'Sign in');
      await waitForText(page, 'Invalid email or password');
    },
  },
  {
    name: 'sign-in-code',
    open: async ({ page }) => {
      await page.route(/auth\/admin$/, (route) =>
        route.fulfill({
          status: 401,
          json: { message: 'Code', code: 'second_factor_required', requestId: 'r' },
        }),
      );
      await clickButton(page, 'Sign in');
      await page.getByLabel('Code', { exact: true }).waitFor();
    },
  },
  pageScreen('forgot-password', '/forgot-password', 'Send link'),
  {
    name: 'forgot-password-sent',
    open: async ({ page }) => {
      await page.getByLabel('Email').fill('nobody@khmer.local');
      await clickButton(page, 'Send link');
      await page
        .getByText(/If|link/)
        .nth(1)
        .waitFor();
    },
  },
  pageScreen('reset-password', '/reset-password/none', 'Confirm Password'),
  {
    name: 'reset-password-wrong',
    open: async ({ page }) => {
      await clickButton(page, 'Reset');
      await waitForText(page, /at least 8/);
    },
  },
  {
    name: 'reset-password-expired',
    open: async ({ page }) => {
      for (const label of ['New Password', 'Confirm Password'])
        await page.getByLabel(label).fill('learns-at-night-2026');
      await clickButton(page, 'Reset');
      await waitForText(page, /^This link has expired/);
    },
  },
  {
    name: 'verifying',
    open: async ({ page }, url) => {
      await page.route(/\/api\/orders\//, () => undefined);
      await page.goto(`${url}/complete?token=none`);
      await waitForText(page, 'Do not close!');
    },
  },
  pageScreen('complete-failed', '/complete?token=none', 'Payment not completed'),
  {
    name: 'complete',
    open: async ({ page }, url) => {
      await page.route(/\/api\/orders\//, (route) =>
        route.fulfill({ json: { id: 'none', status: 'COMPLETED' } }),
      );
      await page.route(/payment-status/, (route) => route.fulfill({ json: { paymentStatus: 'completed' } }));
      await page.goto(`${url}/complete?token=none`);
      await page.getByText(/Payment (Complete!|not completed)/).waitFor();
    },
  },
  {
    name: 'cancelling',
    open: async ({ page }, url) => {
      await page.route(/\/api\/lessons\/purchase\//, () => undefined);
      await page.goto(`${url}/cancel?token=none`);
      await waitForText(page, 'Do not close!');
    },
  },
  pageScreen('cancel-failed', '/cancel?token=none', /Payment not cancelled|Payment Cancelled!/),
  {
    name: 'api-docs',
    open: async ({ page }, url) => {
      await page.goto(`${url}/api/v1/docs`);
      await page.getByRole('heading', { name: 'Khmer Learning API' }).waitFor();
      for (const summary of await page.getByText('Try it', { exact: true }).all()) await summary.click();
    },
  },
  pageScreen('guides', '/docs', 'For teams that write remotes'),
  pageScreen('guide', '/docs/extensions', 'Extensions: adding to places of the console'),
  pageScreen('not-found', '/nothing-here', '404 Page Not Found'),
];

const maxSteps = 100;

/** Closes everything that the screen left open, and restores the server's responses and the state before the screen. */
export async function leaveScreen(consolePage: ConsolePage, screen: ScreenState): Promise<void> {
  await consolePage.page.unrouteAll({ behavior: 'ignoreErrors' });
  await closeOverlays(consolePage.page);
  await screen.leave?.(consolePage);
}

async function closeOverlays(page: Page): Promise<void> {
  const open = page
    .locator(
      '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [aria-controls=sidebar][aria-expanded=true]',
    )
    .first();
  const leave = page.getByRole('button', { name: 'Leave', exact: true });
  // They stay until the server lets the user go on.
  const ended = page.getByRole('dialog', {
    name: /^(Your session has ended|Set up a second factor to continue)$/,
  });
  for (let step = 0; await open.isVisible(); step += 1) {
    if (step === maxSteps) throw new Error('A dialog or popup on the page cannot be closed');
    if (await leave.isVisible()) await leave.click();
    else if (await ended.isVisible()) await page.reload();
    else await page.keyboard.press('Escape');
    await page.waitForTimeout(30);
  }
}
