import { freePort, type Stack } from '@khmer-learning/local-stack';
import { eventually, type OpenIdProvider, startOpenIdProvider } from '@khmer-learning/test-kit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findViolations } from './accessibility.ts';
import { launchBrowser, openPage } from './browser.ts';
import { startTestStack } from './test-stack.ts';

/** The story of staff who sign in with the school's own account, at a real provider. The steps depend on each other. */
let provider: OpenIdProvider;
let stack: Stack;
let browser: Browser;
let page: Page;
const scriptErrors: string[] = [];
const adminEmail = 'head@school.example';

beforeAll(async () => {
  const port = await freePort();
  provider = await startOpenIdProvider({
    consoleUrl: `http://localhost:${port}`,
    people: {
      dara: { email: 'dara@school.example', email_verified: true, name: 'Chan Dara', groups: ['staff'] },
      head: { email: adminEmail, email_verified: true, name: 'Head of School', groups: ['heads'] },
    },
  });
  const { clientId, clientSecret } = provider.client;
  const env = {
    ADMIN_EMAIL: adminEmail,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ALLOWED_DOMAINS: 'school.example',
    OIDC_LABEL: 'Wat Bo',
  };
  [stack, browser] = await Promise.all([startTestStack({ port, seed: false, env }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await provider?.close();
});

const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const isSignedIn = () => page.getByRole('button', { name: 'Logout' }).waitFor();

/** Signs in at the provider, in a browser of its own. */
async function signInAtSchool(person: string): Promise<BrowserContext> {
  page = await openPage(browser, scriptErrors);
  await page.goto(stack.url);
  await click('Sign in with Wat Bo');
  await page.locator('input[name=login]').fill(person);
  await page.locator('input[name=password]').fill('known to the provider alone');
  await page.locator('button[type=submit]').click();
  return page.context();
}

it('offers the account of the school, and makes the account here at the first sign-in', async () => {
  const context = await signInAtSchool('dara');
  await isSignedIn();
  await page.goto(`${stack.url}/dashboard#/my-account`);
  await page.getByText('School account', { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await context.close();
});

it('asks once for the password of an account that has one, and not again', async () => {
  const first = await signInAtSchool('head');
  await page.getByText('has a password here', { exact: false }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill(stack.admin.password);
  await click('Link and sign in');
  await isSignedIn();
  await first.close();
  await signInAtSchool('head');
  await isSignedIn();
});

it('ends here when the person signs out there', async () => {
  const there = await page.context().newPage();
  await there.goto(`${provider.issuer}/session/end`);
  await there.locator('button[name=logout]').click();
  await there.getByRole('heading', { name: 'Sign-out Success' }).waitFor();
  await eventually(async () => {
    await page.goto(stack.url);
    await page.getByRole('button', { name: 'Sign in with Wat Bo' }).waitFor({ timeout: 3_000 });
  });
  expect(scriptErrors).toEqual([]);
});
