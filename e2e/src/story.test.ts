import {
  apiKeysCreate,
  type DashboardStats,
  dashboardStatsGet,
  fillPath,
  quizzesGet,
  v1LessonsGet,
  v1LessonsList,
  v1QuizzesGet,
  v1QuizzesList,
  v1QuizzesSubmit,
} from '@khmer-learning/contracts';
import type { Stack } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from './accessibility.ts';
import { launchBrowser, openPage } from './browser.ts';
import { ConsolePage } from './console-page.ts';
import { generateApiKey } from './learner-app.ts';
import { startTestStack } from './test-stack.ts';

/**
 * The story of a new author, from the sign-in to an external app that reads their content.
 * The steps depend on each other and run on one real system with the demo school.
 */
let stack: Stack;
let browser: Browser;
let page: Page;
let author: ConsolePage;
const scriptErrors: string[] = [];
const apiKey = generateApiKey();

beforeAll(async () => {
  [stack, browser] = await Promise.all([startTestStack(), launchBrowser()]);
  page = await openPage(browser, scriptErrors);
  author = new ConsolePage(page);
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const stats = async (): Promise<DashboardStats> => {
  const response = await page.request.get(stack.url + dashboardStatsGet.path);
  expect(response.status()).toBe(200);
  return (await response.json()) as DashboardStats;
};

it('rejects a wrong password, with the text of the spec', async () => {
  await page.goto(stack.url);
  await page.getByLabel('Email').fill(stack.admin.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Invalid email or password').first().waitFor();
});

it('signs in and shows the dashboard of the demo school', async () => {
  await author.signIn(stack.url, stack.admin);
  await author.waitForToast('Logged in successfully');
  await expect(author.dashboardCard('Total Lessons').textContent()).resolves.toContain('14');
  await expect(author.dashboardCard('Total Main Lessons').textContent()).resolves.toContain('3');
  await expect(author.dashboardCard('Premium Main Lessons').textContent()).resolves.toContain(
    'Average price: $9.99',
  );
  await page.getByText('The weather').waitFor();
  expect(await findViolations(page)).toEqual([]);
});

it('makes a lesson type', async () => {
  await author.openView('Lesson Types');
  const form = await author.openActionDialog('New Lesson Type');
  await form.getByLabel('Icon').fill('🎵');
  await form.getByLabel('Title').fill('Songs');
  await form.getByRole('button', { name: 'Create Lesson Type' }).click();
  await author.waitForToast('Lesson type created successfully');
  await page.getByRole('row', { name: /Songs/ }).waitFor();
});

it('makes a main lesson and publishes it', async () => {
  await author.openView('Main Lessons');
  const form = await author.openActionDialog('New Main Lesson');
  await form.getByLabel('Title').fill('Songs of the River');
  await form.getByLabel('Description').fill('Learn by singing');
  await form.getByRole('radio', { name: /cover/i }).first().click();
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  await author.waitForToast('Main Lesson created successfully');
  await page
    .getByRole('row', { name: /Songs of the River/ })
    .getByText('Published')
    .waitFor();
});

it('writes a lesson of Khmer vocabulary and publishes it', async () => {
  await author.openView('Lessons');
  const form = await author.openActionDialog('New Lesson');
  await author.selectOption(form, 'Main Lesson', 'Songs of the River');
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('The river');
  await author.selectOption(form, 'Lesson Type', 'Songs');
  await author.selectOption(form, 'Level', 'Beginner');
  await form.getByLabel('Description').fill('Words for the water');
  await form.getByLabel('Section Title').fill('Key words');
  await form.getByRole('tab', { name: 'Vocabulary' }).click();
  const words = [
    ['River', 'tun-lee', 'ទន្លេ'],
    ['Boat', 'tuuk', 'ទូក'],
  ] as const;
  for (const [index, [english, phonemic, khmer]] of words.entries()) {
    if (index > 0) await form.getByRole('button', { name: 'Add Entry' }).click();
    await form.getByPlaceholder('Enter English word').nth(index).fill(english);
    await form.getByPlaceholder('Enter phonemic').nth(index).fill(phonemic);
    await form.getByPlaceholder('Enter Khmer').nth(index).fill(khmer);
  }
  await form.getByRole('button', { name: 'Publish Lesson' }).click();
  await author.waitForToast('Lesson created successfully');
  await page
    .getByRole('row', { name: /The river/ })
    .getByText('Published')
    .waitFor();
});

it('finds the lesson by its Khmer words', async () => {
  await page.getByRole('searchbox').fill('ទន្លេ');
  await page.getByText('Showing 1 to 1 of 1').waitFor();
  await page.getByRole('row', { name: /The river/ }).waitFor();
});

it('counts it on the dashboard', async () => {
  await author.openView('Dashboard');
  await author.dashboardCard('Recent Content').getByText('The river', { exact: true }).waitFor();
  await expect(author.dashboardCard('Total Lessons').textContent()).resolves.toContain('15');
  await expect(author.dashboardCard('Content Distribution').textContent()).resolves.toContain('Songs');
  expect(await stats()).toMatchObject({
    totalMainLessons: 4,
    premiumMainLessons: 1,
    freeMainLessons: 3,
    avgPrice: 9.99,
    totalLessons: 15,
    totalQuizzes: 5,
    totalUsers: 5,
    totalActiveUsers: 5,
    totalPurchaseHistoryComplete: 14.98,
  });
});

it('keeps its view and filters after a reload', async () => {
  await author.openView('Lessons');
  await page.getByRole('searchbox').fill('weather');
  await page.getByRole('row', { name: /The weather/ }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Lesson Management' }).waitFor();
  await page.getByRole('row', { name: /The weather/ }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('weather');
});

it('lets an external app read it, with a key and not without', async () => {
  const origin = stack.url;
  const registered = await page.request.post(stack.url + apiKeysCreate.path, {
    data: { key: apiKey },
    headers: { origin },
  });
  expect(registered.status()).toBe(201);

  const denied = await fetch(stack.url + v1LessonsList.path);
  expect([denied.status, await denied.json()]).toEqual([
    401,
    {
      success: false,
      error: 'Invalid or missing API key',
      message: 'Invalid or missing API key',
      code: 'unauthenticated',
    },
  ]);

  const headers = { 'x-api-key': apiKey };
  const listed = await fetch(`${stack.url}${v1LessonsList.path}?limit=15&offset=0`, { headers });
  const list = (await listed.json()) as { total: number; data: { id: number; title: string }[] };
  expect(list).toMatchObject({ success: true, total: 14 });
  expect(list.data[0]).toMatchObject({ title: 'The river', locked: false });

  const id = String(list.data[0]?.id);
  const lesson = await fetch(stack.url + v1LessonsGet.path.replace(':id', id), { headers });
  expect(await lesson.json()).toMatchObject({
    data: {
      title: 'The river',
      sections: [
        {
          items: [
            { english: 'River', phonemic: '[tun-lee]', khmer: 'ទន្លេ' },
            { english: 'Boat', phonemic: '[tuuk]', khmer: 'ទូក' },
          ],
        },
      ],
    },
  });
});

it('scores and counts submissions', async () => {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const listed = await fetch(stack.url + v1QuizzesList.path, { headers });
  const quizzes = (await listed.json()) as { total: number; data: { id: number; title: string }[] };
  expect(quizzes).toMatchObject({ success: true, total: 4 });
  const id = quizzes.data.find(({ title }) => title === 'Count to ten')?.id ?? 0;

  const quiz = await (await fetch(stack.url + fillPath(v1QuizzesGet.path, { id }), { headers })).text();
  expect(quiz).toContain('ប្រាំពីរ');
  expect(quiz).not.toContain('correctAnswer');
  const answers = ['Three', 'ប្រាំពីរ', 'Nine'].map((selectedAnswer, index) => ({
    questionId: index + 1,
    selectedAnswer,
  }));
  const submitted = await fetch(stack.url + fillPath(v1QuizzesSubmit.path, { id }), {
    method: 'POST',
    headers,
    body: JSON.stringify({ answers }),
  });
  expect(await submitted.json()).toMatchObject({ data: { correctAnswers: 2, score: 67, passed: false } });
  const shown = await page.request.get(stack.url + fillPath(quizzesGet.path, { id }));
  expect(await shown.json()).toMatchObject({ analytics: { completions: 1, averageScore: 67 } });
});

it('deletes the main lesson with its lesson, after a warning', async () => {
  await author.openView('Main Lessons');
  await page
    .getByRole('row', { name: /Songs of the River/ })
    .getByRole('button', { name: /Delete/ })
    .click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByText('Confirm Deletion').waitFor();
  await dialog.getByText(/1 lesson/).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await author.waitForToast('Main Lesson deleted successfully');
  await author.openView('Dashboard');
  await page.getByRole('heading', { name: 'Recent Content' }).waitFor();
  await eventually(async () =>
    expect(await stats()).toMatchObject({ totalLessons: 14, totalMainLessons: 3 }),
  );
});

it('signs out permanently: the old cookie is rejected', async () => {
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Admin sign-in' }).waitFor();
  await author.waitForToast('Logged out successfully');
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(stack.url + dashboardStatsGet.path, { headers: { cookie } });
  expect(answer.status).toBe(401);
});

it('had no script error on the way', () => {
  expect(scriptErrors).toEqual([]);
});
