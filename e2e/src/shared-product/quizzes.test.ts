import { ConsolePage } from '@khmer-learning/console-e2e';
import { apiKeysCreate, fillPath, quizzes, v1QuizzesGet, v1QuizzesSubmit } from '@khmer-learning/contracts';
import type { ConsoleClient } from '@khmer-learning/local-stack';
import type { Browser, Locator, Page } from 'playwright-core';
import { findViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { generateApiKey } from '../learner-app.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/**
 * The story of a quiz: generated from a lesson's words, published, taken by learners, and evaluated by its statistics.
 * The steps depend on each other and run on one real system with the demo school.
 */
const stack = getSharedStack();
let browser: Browser;
let page: Page;
let author: ConsolePage;
let client: ConsoleClient;
const apiKey = generateApiKey();
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser, scriptErrors);
  author = new ConsolePage(page);
  client = getSharedClient();
  await client.call(apiKeysCreate, { body: { key: apiKey } });
  await author.signIn(stack.url, stack.admin);
});

afterAll(() => browser?.close());

const card = (title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };

async function quizId(): Promise<number> {
  const [quiz] = await client.call(quizzes.list, { query: { search: 'Market words', limit: 1 } });
  if (quiz === undefined) throw new Error('The quiz is not in the list');
  return quiz.id;
}

it('shows the quizzes of the demo school, with a figure of those that are published', async () => {
  await author.openView('Quizzes');
  await page.getByRole('heading', { name: 'Quiz Management' }).waitFor();
  await expect(card('Count to ten').textContent()).resolves.toMatch(/3 questions.*% completion rate/);
  await expect(card('Buying and selling').textContent()).resolves.not.toContain('completion rate');
  expect(await findViolations(page)).toEqual([]);
});

it('is generated from a lesson’s words and saved as a draft', async () => {
  const form = await author.openActionDialog('New Quiz');
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Market words');
  await form.getByLabel('Description').fill('Do you know the words for ផ្សារ?');
  await form.getByRole('button', { name: 'Generate from vocabulary' }).click();
  const generator = page.getByRole('dialog', { name: 'Generate from vocabulary' });
  await generator.getByRole('combobox', { name: 'Vocabulary from lesson' }).fill('market');
  await page.getByRole('option', { name: 'At the market', exact: true }).click();
  await author.selectOption(generator, 'Direction', 'Khmer to English');
  await generator.getByRole('checkbox').first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await generator.getByRole('button', { name: /^Add \d+ questions$/ }).click();
  await expect(form.getByRole('combobox', { name: 'Lesson' }).inputValue()).resolves.toBe('At the market');
  await form.getByRole('button', { name: 'Move question 2 up' }).click();
  await form.getByRole('button', { name: 'Save as Draft' }).click();
  await author.waitForToast('Quiz created successfully');
  await card('Market words').getByText('Draft').waitFor();
});

it('is outlined beside its form, and played as a learner before anybody else sees it', async () => {
  await card('Market words').getByRole('button', { name: 'Edit Market words' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Quiz' });
  await form.getByRole('button', { name: 'Collapse all' }).click();
  await form
    .getByRole('navigation', { name: 'Questions' })
    .getByRole('button', { name: /^2\. / })
    .press('Enter');
  const text = form.getByRole('region', { name: 'Question 2' }).getByRole('textbox', { name: 'Question' });
  await expect(text.evaluate((field) => field === document.activeElement)).resolves.toBe(true);
  await form.getByRole('button', { name: 'Play as learner' }).click();
  const player = page.getByRole('dialog', { name: 'Play as learner' });
  const again = player.getByRole('button', { name: 'Again' });
  while (!(await again.isVisible())) {
    await player.getByRole('radio').first().check();
    await page.keyboard.press('Enter');
  }
  await player.getByText(/^\d+%: \d+ of \d+ right$/).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Close' }).click();
});

it('gives its questions to another quiz of the course, which the author sees in both', async () => {
  const form = await author.openActionDialog('New Quiz');
  await form.getByRole('combobox', { name: 'Lesson' }).fill('market');
  await page.getByRole('option', { name: 'At the market', exact: true }).click();
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('At the stall');
  await form.getByLabel('Description').fill('Once more');
  await form.getByRole('button', { name: 'Add from question bank…' }).click();
  const bank = page.getByRole('dialog', { name: 'Question bank' });
  const entry = bank.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Market words' }) });
  await entry.first().getByRole('checkbox').check();
  expect(await findViolations(page)).toEqual([]);
  await bank.getByRole('button', { name: 'Add 1 question' }).click();
  await form.getByRole('button', { name: 'Save as Draft' }).click();
  await author.waitForToast('Quiz created successfully');
  await card('Market words').getByRole('button', { name: 'Edit Market words' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Quiz' });
  await edited.getByRole('link', { name: 'At the stall' }).first().waitFor();
  await edited.getByRole('button', { name: 'Close' }).click();
});

it('is invisible to learners until it is published', async () => {
  const id = await quizId();
  const denied = await fetch(stack.url + fillPath(v1QuizzesGet.path, { id }), { headers });
  expect(denied.status).toBe(404);

  await card('Market words').getByRole('button', { name: 'Edit Market words' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Quiz' });
  await expect(form.getByRole('combobox', { name: 'Lesson' }).inputValue()).resolves.toBe('At the market');
  await form.getByRole('button', { name: 'Publish Quiz' }).click();
  await author.waitForToast('Quiz updated successfully');
  // Sample data until the first submission.
  await card('Market words').getByText('85% completion rate').waitFor();
  await card('Market words').getByText('sample').waitFor();
});

it('is taken by learners, and shows the results to its author', async () => {
  const id = await quizId();
  const { questions } = await client.call(quizzes.get, { params: { id } });
  const right = questions.map((one) => ({ questionId: one.id, selectedAnswer: one.correctAnswer }));
  const wrong = questions.map((one) => ({
    questionId: one.id,
    selectedAnswer: one.options.find((option) => option !== one.correctAnswer) ?? '',
  }));
  for (const answers of [right, wrong, right, right.slice(0, 1)]) {
    const submitted = await fetch(stack.url + fillPath(v1QuizzesSubmit.path, { id }), {
      method: 'POST',
      headers,
      body: JSON.stringify({ answers }),
    });
    expect(submitted.status).toBe(200);
  }

  await page.reload();
  await card('Market words').getByText('75% completion rate').waitFor();
  await author.chooseRowAction('Market words', 'View results');
  const results = page.getByRole('dialog', { name: 'Market words' });
  await results.getByRole('row').nth(1).waitFor();
  await expect(results.textContent()).resolves.toMatch(/Completions\s*4/);
  // Three of four learners answered the first question correctly; the last one did not answer the others.
  await expect(results.getByRole('row').nth(1).textContent()).resolves.toMatch(/4.*75%/);
  await expect(results.getByRole('row').nth(2).textContent()).resolves.toMatch(/3.*67%/);
  expect(await findViolations(page)).toEqual([]);
});

it('had no script error on the way', () => {
  expect(scriptErrors).toEqual([]);
});
