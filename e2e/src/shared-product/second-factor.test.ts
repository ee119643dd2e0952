import { ConsolePage } from '@khmer-learning/console-e2e';
import {
  accountCodesBegin,
  accountCodesConfirm,
  accountCodesRemove,
  authRegister,
  lessonTypes,
  secondFactorPolicyUpdate,
} from '@khmer-learning/contracts';
import { Secret, TOTP } from 'otpauth';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** The story of a teacher who sets up codes, loses the phone, and uses a passkey instead. The steps depend on each other. */
const stack = getSharedStack();
const sophea = { email: 'sophea@khmer.local', password: 'sophea-guards-words' };
const scriptErrors: string[] = [];
let browser: Browser;
let page: Page;
let secret = '';
let recoveryCodes: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser, scriptErrors);
  const { call } = getSharedClient();
  const person = { firstName: 'Sophea', lastName: 'Meas', role: 'teacher' } as const;
  await call(authRegister, { body: { ...sophea, ...person } });
});
afterAll(() => browser?.close());

/** The code of an app whose clock is some periods off: each works once. */
const codeOf = (periods: number, of = secret) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: Date.now() + periods * 30_000 });

const field = (label: string) => page.getByLabel(label, { exact: true });
const click = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function givePassword({ email, password } = sophea): Promise<void> {
  await page.context().clearCookies();
  await page.goto(stack.url);
  await field('Email').fill(email);
  await field('Password').fill(password);
  await click('Sign in');
}

async function openMyAccount(): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await page.goto(`${stack.url}/dashboard#/my-account`);
}

it('sets up codes with an app, and keeps the recovery codes', async () => {
  await givePassword();
  await openMyAccount();
  await click('Set up codes');
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  secret = await field('Key').inputValue();
  await field('Code').fill(codeOf(-1));
  await click('Switch on');
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
  await dialog.getByRole('listitem').nth(9).waitFor();
  recoveryCodes = await dialog.getByRole('listitem').allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await click('I have kept them');
  await page.getByText('10 recovery codes left').waitFor();
});

it('is asked for a code in place when signing in, also with a clock that is 90 s off', async () => {
  await givePassword();
  await field('Code').fill('000000');
  await click('Sign in');
  await page.getByText('This code is not valid').waitFor();
  // Who goes back, and forth again, begins with the password.
  await page.goBack();
  await page.goForward();
  await field('Password').waitFor();
  expect(await page.getByRole('button', { name: 'Logout' }).isVisible()).toBe(false);
  await givePassword();
  await field('Code').fill(codeOf(3));
  await click('Sign in');
  await openMyAccount();
  await page.getByText('Password and code', { exact: true }).waitFor();
});

it('signs in with a recovery code without the phone, and switches codes off', async () => {
  await givePassword();
  await field('Code').fill(recoveryCodes[0] ?? '');
  await click('Sign in');
  await openMyAccount();
  await page.getByText('9 recovery codes left').waitFor();
  await click('Switch off');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Set up codes' }).waitFor();
  await givePassword();
  await openMyAccount();
});

describe('a passkey', () => {
  let devtools: CDPSession;
  let authenticatorId = '';
  const authenticatorOptions = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;

  it('is added and named, with recovery codes', async () => {
    devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable', { enableUI: false });
    const added = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: authenticatorOptions });
    authenticatorId = added.authenticatorId;
    await click('Add a passkey');
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Phone of Sophea');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await click('I have kept them');
    await page.getByRole('row', { name: /Phone of Sophea/ }).waitFor();
  });

  // The virtual authenticator chooses at once what is offered in the field.
  it('signs in by one tap in the email field, without an address', async () => {
    await page.context().clearCookies();
    await page.goto(stack.url);
    await openMyAccount();
    await page.getByRole('row', { name: /This session.*Passkey/ }).waitFor();
  });

  it('is a recent proof that is asked for in place', async () => {
    await page.route(/recovery-codes$/, (route) =>
      route.fulfill({ status: 403, json: { message: 'Confirm', code: 'proof_required', requestId: 'r' } }),
    );
    await click('New recovery codes');
    await page.unroute(/recovery-codes$/);
    await click('Use a passkey');
    await click('I have kept them');
  });

  it('signs in by the button, and is refused when its counter goes back: a copied key', async () => {
    await page.addInitScript(() => {
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: undefined });
    });
    const signInByButton = async () => {
      await page.context().clearCookies();
      await page.goto(stack.url);
      await click('Sign in with a passkey');
    };
    await signInByButton();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    const [credential] = credentials;
    if (credential === undefined) throw new Error('The authenticator has no passkey');
    const { credentialId } = credential;
    await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
    const copy = { ...credential, signCount: 0 };
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: copy });
    await signInByButton();
    await page.getByText('This passkey is not valid', { exact: true }).waitFor();
    expect(scriptErrors).toEqual([]);
  });
});

describe('a second factor that the school requires from today on', () => {
  const rithy = { email: 'rithy@khmer.local', password: 'rithy-guards-words' };
  const { call } = getSharedClient();
  const enforce = (requiredOf: 'everyone' | 'off') =>
    call(secondFactorPolicyUpdate, { body: { requiredOf, from: new Date().toISOString() } });

  beforeAll(async () => {
    const person = { firstName: 'Rithy', lastName: 'Noun', role: 'teacher' } as const;
    await call(authRegister, { body: { ...rithy, ...person } });
    const ofAdmin = (await call(accountCodesBegin, {})).secret;
    await call(accountCodesConfirm, { body: { code: codeOf(0, ofAdmin) } });
  });
  afterAll(async () => {
    await enforce('off');
    await call(accountCodesRemove, {});
  });

  it('leads a teacher’s open page to the set-up, and goes on where they were', async () => {
    await givePassword(rithy);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    const teacher = new ConsolePage(page);
    await teacher.openView('Lesson Types');
    const form = await teacher.openActionDialog('New Lesson Type');
    await form.getByLabel('Title').fill('Guarded');
    await form.getByLabel('Icon').fill('🛡️');
    await enforce('everyone');
    const setUp = page.getByRole('dialog', { name: 'Set up a second factor to continue' });
    await form.getByRole('button', { name: 'Create Lesson Type' }).click();
    await setUp.getByRole('button', { name: 'Set up codes' }).click();
    secret = await field('Key').inputValue();
    await field('Code').fill(codeOf(-1));
    await click('Switch on');
    await click('I have kept them');
    await click('Continue');
    await setUp.waitFor({ state: 'hidden' });
    // The call that was refused has gone on.
    await teacher.waitForToast('Lesson type created successfully');
    const all = await call(lessonTypes.list, {});
    const id = all.find(({ title }) => title === 'Guarded')?.id ?? 0;
    await call(lessonTypes.delete, { params: { id } });
    expect(scriptErrors).toEqual([]);
  });
});
