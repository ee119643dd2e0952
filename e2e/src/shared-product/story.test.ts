import { ConsolePage } from '@khmer-learning/console-e2e';
import {
  apiKeysCreate,
  type DashboardStats,
  dashboardStatsGet,
  quizzes,
  v1LessonsGet,
  v1LessonsList,
  v1QuizzesGet,
  v1QuizzesList,
  v1QuizzesSubmit,
} from '@khmer-learning/contracts';
import type { ConsoleClient } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser.ts';
import { generateApiKey, LearnerApp } from '../learner-app.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/**
 * The story of a new author, from the sign-in to an external app that reads their content. The steps depend on each
 * other.
 */
const stack = getSharedStack();
let browser: Browser;
let page: Page;
let author: ConsolePage;
const scriptErrors: string[] = [];
const apiKey = generateApiKey();
let client: ConsoleClient;
const app = new LearnerApp(stack.url, apiKey);
/** The figures and the number of public lessons before the story. */
let initialStats: DashboardStats;
let publicLessons: number;
let lessonId: number;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser, scriptErrors);
  author = new ConsolePage(page);
  client = getSharedClient();
  await client.call(apiKeysCreate, { body: { key: apiKey } });
  initialStats = await client.call(dashboardStatsGet, {});
  publicLessons = (await app.call(v1LessonsList)).total;
});

afterAll(() => browser?.close());

const stats = async (): Promise<DashboardStats> => {
  const response = await page.request.get(stack.url + dashboardStatsGet.path);
  expect(response.status()).toBe(200);
  return (await response.json()) as DashboardStats;
};

it('rejects a wrong password, with a fixed text', async () => {
  await page.goto(stack.url);
  await page.getByLabel('Email').fill(stack.admin.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Invalid email or password').first().waitFor();
});

const cardText = async (label: string) => (await author.dashboardCard(label).textContent()) ?? '';

it('signs in and shows the dashboard of the school', async () => {
  await author.signIn(stack.url, stack.admin);
  await author.waitForToast('Logged in successfully');
  expect(await cardText('Total Lessons')).toContain(String(initialStats.totalLessons));
  expect(await cardText('Total Main Lessons')).toContain(String(initialStats.totalMainLessons));
  expect(await cardText('Premium Main Lessons')).toContain(
    `Average price: $${initialStats.avgPrice.toFixed(2)}`,
  );
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
  expect(await cardText('Total Lessons')).toContain(String(initialStats.totalLessons + 1));
  expect(await cardText('Content Distribution')).toContain('Songs');
  const { totalMainLessons, freeMainLessons, totalLessons, ...others } = initialStats;
  expect(await stats()).toMatchObject({
    totalMainLessons: totalMainLessons + 1,
    premiumMainLessons: others.premiumMainLessons,
    freeMainLessons: freeMainLessons + 1,
    avgPrice: others.avgPrice,
    totalLessons: totalLessons + 1,
    totalQuizzes: others.totalQuizzes,
    totalUsers: others.totalUsers,
    totalActiveUsers: others.totalActiveUsers,
    totalPurchaseHistoryComplete: others.totalPurchaseHistoryComplete,
  });
});

it('keeps its view and filters after a reload', async () => {
  await author.openView('Lessons');
  await page.getByRole('searchbox').fill('weather');
  await page.getByRole('row', { name: /The weather/ }).waitFor();
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  /** The requests that the browser's cache does not answer. */
  const sent = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith(stack.url)) sent.set(requestId, request.url);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) sent.delete(requestId);
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Lesson Management' }).waitFor();
  await page.getByRole('row', { name: /The weather/ }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('weather');
  // On a slow line, each request costs more than half a second.
  expect([...sent.values()]).toContain(`${stack.url}/dashboard`);
  expect([...sent.values()].length).toBeLessThanOrEqual(10);
  for (const path of ['/api/auth/session', '/remotes.json'])
    expect([...sent.values()]).not.toContain(stack.url + path);
  await session.detach();
});

it('lets an external app read it, with a key and not without', async () => {
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

  const list = await app.call(v1LessonsList, { query: { limit: '15', offset: '0' } });
  expect(list).toMatchObject({ success: true, total: publicLessons + 1 });
  const listed = list.data.find(({ title }) => title === 'The river');
  expect(listed).toMatchObject({ locked: false });
  lessonId = listed?.id ?? 0;
  expect(await app.call(v1LessonsGet, { params: { id: lessonId } })).toMatchObject({
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
  const right = [
    ['ទន្លេ', 'River'],
    ['Boat', 'ទូក'],
    ['Water', 'ទឹក'],
  ] as const;
  const { id } = await client.call(quizzes.create, {
    body: {
      lessonId,
      title: 'Down the river',
      description: 'Words for the water',
      status: 'active',
      questions: right.map(([question, correctAnswer]) => ({
        question,
        options: [correctAnswer, 'ប្រាំពីរ'],
        correctAnswer,
      })),
    },
  });
  await eventually(async () => {
    const { data } = await app.call(v1QuizzesList, { query: { limit: '100' } });
    expect(data).toContainEqual(expect.objectContaining({ id, title: 'Down the river' }));
  });
  const quiz = JSON.stringify(await app.call(v1QuizzesGet, { params: { id } }));
  expect(quiz).toContain('ប្រាំពីរ');
  expect(quiz).not.toContain('correctAnswer');

  const answers = ['River', 'ទូក', 'ប្រាំពីរ'].map((selectedAnswer, index) => ({
    questionId: index + 1,
    selectedAnswer,
  }));
  expect(await app.call(v1QuizzesSubmit, { params: { id }, body: { answers } })).toMatchObject({
    data: { correctAnswers: 2, score: 67, passed: false },
  });
  expect(await client.call(quizzes.get, { params: { id } })).toMatchObject({
    analytics: { completions: 1, averageScore: 67 },
  });
});

it('deletes the main lesson with its lesson, after a warning', async () => {
  await author.openView('Main Lessons');
  await author.chooseRowAction('Songs of the River', 'Delete');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByText('Confirm Deletion').waitFor();
  await dialog.getByText(/1 lesson/).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await author.waitForToast('Main Lesson deleted successfully');
  await author.openView('Dashboard');
  await page.getByRole('heading', { name: 'Recent Content' }).waitFor();
  await eventually(async () =>
    expect(await stats()).toMatchObject({
      totalMainLessons: initialStats.totalMainLessons,
      totalLessons: initialStats.totalLessons,
      totalQuizzes: initialStats.totalQuizzes,
    }),
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
