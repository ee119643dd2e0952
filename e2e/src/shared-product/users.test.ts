import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConsolePage } from '@khmer-learning/console-e2e';
import { authRegister, mainLessons, usersList } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/**
 * The story of a teacher's account and of an admin's passwords. The steps depend on each other. The log level of the
 * shared product is the highest, so that the test detects secrets in the logs.
 */
const stack = getSharedStack();
let browser: Browser;
let admin: ConsolePage;
let teacher: ConsolePage;
const scriptErrors: string[] = [];

const dara = { email: 'dara@khmer.local', password: 'dara-teaches-words' };
const bopha = { email: 'bopha@khmer.local', password: 'bopha-keeps-accounts' };
const afterReset = 'bopha-forgot-it-once';
const afterChange = 'bopha-remembers-this';
/** The tokens of the mailed links. */
const mailed: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  admin = new ConsolePage(await openPage(browser, scriptErrors));
  teacher = new ConsolePage(await openPage(browser, scriptErrors));
});

afterAll(() => browser?.close());

/** Signs in on a page that returns to its previous view. */
async function signInAgain({ page }: ConsolePage, account: typeof dara): Promise<void> {
  await page.goto(stack.url);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
}

const statusOf = async (page: Page, { path: address }: { path: string }) =>
  (await page.request.get(`${stack.url}${address}?limit=1&offset=0`)).status();

const rowOf = (name: string) => admin.page.getByRole('row', { name: new RegExp(name) });

async function edit(name: string): Promise<Locator> {
  await rowOf(name).getByRole('button', { name: /^Edit/ }).click();
  const dialog = admin.page.getByRole('dialog', { name: 'Edit User' });
  await dialog.waitFor();
  return dialog;
}

/** Clicks the button in the dialog and again in the confirmation that follows. */
async function confirm(dialog: Locator, label: string): Promise<Locator> {
  await dialog.getByRole('button', { name: label }).click();
  const question = admin.page.getByRole('alertdialog');
  await question.getByRole('button', { name: label }).click();
  return question;
}

async function mailedToken(email: string): Promise<string> {
  const folder = path.join(stack.dataDir, 'mail');
  const token = await eventually(async () => {
    const files = (await readdir(folder)).sort();
    const mails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
    const links = mails
      .filter((mail) => mail.includes(`To: ${email}`))
      .map((mail) => /reset-password\/(\S+)/.exec(mail));
    expect(links).toHaveLength(mailed.length + 1);
    return links.at(-1)?.[1] ?? '';
  });
  mailed.push(token);
  return token;
}

it('creates an admin in the dialog', async () => {
  await admin.signIn(stack.url, stack.admin);
  await admin.openView('Users');
  const form = await admin.openActionDialog('New Users');
  await form.getByLabel('First Name').fill('Bopha');
  await form.getByLabel('Last Name').fill('Keo');
  await form.getByLabel('Email').fill(bopha.email);
  await form.getByLabel('Password', { exact: true }).fill(bopha.password);
  expect(await form.getByRole('combobox', { name: 'Role' }).isDisabled()).toBe(true);
  await form.getByRole('button', { name: 'Create User' }).click();
  await admin.waitForToast('User created successfully');
  await rowOf('Bopha').getByText('Admin').waitFor();
});

it('lists the teacher who was created through the API', async () => {
  const client = getSharedClient();
  await client.call(authRegister, { body: { ...dara, firstName: 'Dara', lastName: 'Kim', role: 'teacher' } });
  await admin.page.getByRole('button', { name: 'Refresh' }).click();
  await rowOf('Dara').getByText('Teacher').waitFor();
  await admin.page.getByRole('combobox', { name: 'Role' }).click();
  await admin.page.getByRole('option', { name: 'Teacher' }).click();
  await rowOf('Bopha').waitFor({ state: 'detached' });
  await rowOf('Dara').getByText('Never').waitFor();
});

it('shows a teacher the content and neither the users nor their data', async () => {
  await teacher.signIn(stack.url, dara);
  const views = teacher.page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  await teacher.openView('Main Lessons');
  await teacher.page.getByRole('row').nth(1).waitFor();
  expect(await views.allTextContents()).not.toContain('Users');
  expect(await statusOf(teacher.page, mainLessons.list)).toBe(200);
  expect(await statusOf(teacher.page, usersList)).toBe(403);
});

it('invites a teacher, who chooses a password with the mailed link and sees no revenue', async () => {
  const email = 'maly@khmer.local';
  await admin.page.getByRole('button', { name: 'Invite' }).click();
  const form = admin.page.getByRole('dialog', { name: 'Invite' });
  await form.getByLabel('First Name').fill('Maly');
  await form.getByLabel('Last Name').fill('Sam');
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await admin.waitForToast('Invitation sent');
  await rowOf('Maly').getByText('Invited').waitFor();

  const folder = path.join(stack.dataDir, 'mail');
  const token = await eventually(async () => {
    const files = await readdir(folder);
    const mails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
    const link = /choose-password\/(\S+)/.exec(mails.find((mail) => mail.includes(`To: ${email}`)) ?? '');
    expect(link).not.toBeNull();
    return link?.[1] ?? '';
  });
  const browser = await admin.page.context().browser()?.newContext();
  const page = await browser?.newPage();
  if (!browser || !page) throw new Error('No browser');
  await page.goto(`${stack.url}/choose-password/${token}`);
  await page.getByRole('heading', { name: 'Welcome to Khmer Learning' }).waitFor();
  for (const label of ['New Password', 'Confirm Password'])
    await page.getByLabel(label, { exact: true }).fill('a teacher of words');
  await page.getByRole('button', { name: 'Choose a password' }).click();
  // The link has proved who she is: she is signed in.
  await page.getByText('Total Lessons').waitFor();
  expect(await page.getByText('Total Purchases Complete').count()).toBe(0);
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await page.getByText('This session').waitFor();
  await browser.close();
});

it('lets an admin see a teacher and deactivate them, which ends the open session', async () => {
  const dialog = await edit('Dara');
  expect(await dialog.getByRole('combobox', { name: 'Role' }).textContent()).toBe('Teacher');
  expect(await dialog.getByRole('button', { name: 'Change Password' }).count()).toBe(0);

  await confirm(dialog, 'Deactivate User');
  await admin.waitForToast('User deactivated successfully');
  await dialog.getByRole('button', { name: 'Activate User' }).waitFor();
  await eventually(async () => expect(await statusOf(teacher.page, mainLessons.list)).toBe(401));

  await teacher.openView('Lessons');
  const ended = teacher.page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password', { exact: true }).fill(dara.password);
  await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
  await teacher.waitForToast('Account is disabled');

  await confirm(dialog, 'Activate User');
  await admin.waitForToast('User activated successfully');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await signInAgain(teacher, dara);
});

it('prevents admins from locking themselves out, and says so', async () => {
  await admin.page.getByRole('combobox', { name: 'Role' }).click();
  await admin.page.getByRole('option', { name: 'Admin' }).click();
  await rowOf(stack.admin.email).getByText('Active').waitFor();
  const dialog = await edit(stack.admin.email);
  const question = await confirm(dialog, 'Deactivate User');
  await question.getByText('You cannot deactivate your own account').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
});

it('mails a reset link, and does not reveal whether an account exists', async () => {
  const { page } = teacher;
  await page.context().clearCookies();
  await page.goto(stack.url);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  const answers: string[] = [];
  for (const email of ['nobody@khmer.local', bopha.email]) {
    await page.getByLabel('Email').fill(email);
    const answered = page.waitForResponse(/forgot-password$/);
    await page.getByRole('button', { name: 'Send link' }).click();
    await answered;
    await page.getByRole('button', { name: 'Send link' }).waitFor();
    answers.push((await page.locator('form').getByRole('alert').textContent()) ?? '');
  }
  expect(answers[0]).toContain('If this address belongs to an account');
  expect(answers[1]).toBe(answers[0]);
});

it('sets a new password with the link, once', async () => {
  const { page } = teacher;
  const token = await mailedToken(bopha.email);
  const reset = async (password: string) => {
    const answer = await page.goto(`${stack.url}/reset-password/${token}`);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Reset' }).click();
  };
  await reset(afterReset);
  await teacher.waitForToast('Password updated successfully');
  await page.getByRole('heading', { name: 'Admin sign-in' }).waitFor();

  await reset('used a second time');
  await teacher.waitForToast('This link has expired or has already been used. Request a new one.');
  await signInAgain(teacher, { ...bopha, password: afterReset });
});

it('changes the password of whoever is signed in, and asks them to sign in again', async () => {
  const { page } = teacher;
  await teacher.openView('Users');
  await page.getByRole('row', { name: /Bopha/ }).getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const change = async (current: string) => {
    await dialog.getByLabel('Current Password').fill(current);
    await dialog.getByLabel('New Password').fill(afterChange);
    await dialog.getByLabel('Confirm Password').fill(afterChange);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
  };
  await change('not the current one');
  await dialog.getByText('Current password is incorrect').waitFor();
  await change(afterReset);
  await page.getByRole('heading', { name: 'Admin sign-in' }).waitFor();
  await teacher.waitForToast('Password update successfully. Sign in with your new password.');
  await signInAgain(teacher, { ...bopha, password: afterChange });
});

it('leaves no token and no password in any log', async () => {
  const folder = path.join(stack.dataDir, 'logs');
  const logs = await Promise.all(
    (await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')),
  );
  const text = logs.join('\n');
  expect(text).toContain('/reset-password/:token');
  const secrets = [...mailed, dara.password, bopha.password, afterReset, afterChange, stack.admin.password];
  for (const secret of secrets) expect(text.includes(secret)).toBe(false);
});

it('had no script error on the way', () => {
  expect(scriptErrors).toEqual([]);
});
