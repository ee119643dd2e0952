import { ConsolePage } from '@khmer-learning/console-e2e';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedStack } from '../test-stack.ts';

/** The console and the API page work with their Content-Security-Policy, which blocks all inline code. */
const stack = getSharedStack();
let browser: Browser;
let page: Page;
/** Script errors and policy violations. */
const errors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser, errors);
});
afterAll(() => browser?.close());

beforeEach(() => errors.splice(0));

/** Returns the page's font family, which a styled-components rule sets. */
const isStyled = () =>
  page.evaluate(() => {
    const inPage = globalThis as unknown as {
      document: { body: object; querySelectorAll(selector: string): { length: number } };
      getComputedStyle(of: object): { fontFamily: string };
    };
    return inPage.getComputedStyle(inPage.document.body).fontFamily;
  });

it('blocks inline code, so that the tests below can fail', async () => {
  await page.goto(stack.url);
  await page.evaluate(() => {
    const inPage = globalThis as unknown as {
      document: {
        createElement(name: string): { textContent: string };
        head: { append(...elements: object[]): void };
      };
    };
    for (const [name, text] of [
      ['script', 'globalThis.broken = true'],
      ['style', 'body { color: red }'],
    ] as const) {
      const element = inPage.document.createElement(name);
      element.textContent = text;
      inPage.document.head.append(element);
    }
  });
  await eventually(() =>
    expect(errors.map((error) => error.split(' ').slice(0, 3).join(' '))).toEqual([
      'Refused: script-src-elem inline',
      'Refused: style-src-elem inline',
    ]),
  );
  expect(await page.evaluate('globalThis.broken')).toBeUndefined();
});

it.each([
  ['/', 'Sign in'],
  ['/forgot-password', 'Email'],
  ['/reset-password/abc', 'Password'],
  ['/complete?token=none', ''],
  ['/cancel?token=none', ''],
  ['/nothing-here', '404'],
])('%s shows itself', async (path, text) => {
  await page.goto(`${stack.url}${path}`);
  await page.locator('#root > *').first().waitFor();
  await page.getByText(text).first().waitFor();
  expect(await isStyled()).toContain('Noto Sans');
  expect(errors).toEqual([]);
});

it('the console works, remotes included, in light and dark', async () => {
  const admin = new ConsolePage(page);
  await admin.signIn(stack.url, stack.admin);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await operateEachRemote(admin);
  }
  expect(errors).toEqual([]);
});

async function operateEachRemote(admin: ConsolePage): Promise<void> {
  await admin.openView('Main Lessons');
  const mainLesson = await admin.openActionDialog('New Main Lesson');
  await mainLesson.getByRole('button', { name: 'Close' }).click();

  await admin.openView('Lessons');
  await page.getByRole('row').nth(1).waitFor();
  const lesson = await admin.openActionDialog('New Lesson');
  await lesson.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Advanced', exact: true }).click();
  await lesson.getByRole('tab', { name: 'Free text' }).first().click();
  await page.locator('.ProseMirror, [contenteditable=true]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();

  await admin.openView('Quizzes');
  await page
    .getByRole('button', { name: /^Preview|^View|^Edit/ })
    .first()
    .waitFor();
  await admin.openView('Users');
  await page.getByRole('row').nth(1).waitFor();
  await admin.openView('Dashboard');
  await admin.dashboardCard('Recent Content').waitFor();
}

describe('/api/v1/docs', () => {
  it('makes real calls with the typed key, and does not store it', async () => {
    const key = await createKey();
    await page.goto(`${stack.url}/api/v1/docs`);
    const call = page.getByRole('article', { name: 'GET /api/v1/lessons', exact: true });
    await call.getByText('Try it').click();
    await call.getByRole('button', { name: 'Send' }).click();
    await call.getByText('Status 401').waitFor();

    await page.getByLabel('API key').fill(key);
    await call.getByLabel('level').selectOption('Beginner');
    await call.getByLabel('limit').fill('2');
    await call.getByRole('button', { name: 'Send' }).press('Enter');
    await call.getByText('Status 200').waitFor();
    await call.getByText(/GET \/api\/v1\/lessons\?level=Beginner&limit=2/).waitFor();
    await call.getByText(/ratelimit: "key";r=\d+/).waitFor();

    const submit = page.getByRole('article', { name: /submit/ });
    await submit.getByText('Try it').click();
    await submit.getByRole('textbox', { name: 'id', exact: true }).fill('999999');
    await submit.getByRole('button', { name: 'Send' }).click();
    await submit.getByText('Status 404').waitFor();
    await submit.getByRole('textbox', { name: 'Idempotency-Key' }).fill('x'.repeat(256));
    await submit.getByRole('button', { name: 'Send' }).click();
    await submit.getByText('Status 400').waitFor();

    const kept = await page.evaluate(
      'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href])',
    );
    expect(kept).not.toContain('khmer_');
    await page.reload();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    expect(errors).toEqual([]);
  });
});

/** An API key of the first admin. */
async function createKey(): Promise<string> {
  const signIn = await fetch(`${stack.url}/api/auth/admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(stack.admin),
  });
  const random = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  const key = `khmer_${random.join('')}_${Date.now().toString(36)}`;
  const created = await fetch(`${stack.url}/api/api-keys`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: signIn.headers.get('set-cookie')?.split(';')[0] ?? '',
    },
    body: JSON.stringify({ key }),
  });
  expect(created.status).toBe(201);
  return key;
}
