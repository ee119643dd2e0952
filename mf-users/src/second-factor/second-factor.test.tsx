import {
  clickButton,
  errorResponse,
  type FakeApi,
  fakeApi,
  fillField,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { SecondFactor } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, within } from '@testing-library/react';
import { MyAccountView } from '../my-account/my-account-view.tsx';
import { testAdmin } from '../testing/user-fixtures.ts';
import { getField } from '../testing/user-test-utils.ts';

const recoveryCodes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const base = '/api/account/second-factor';
let api: FakeApi;
let state: SecondFactor;

beforeEach(() => {
  resetBrowserState();
  state = { codesSince: null, passkeys: [], recoveryCodesLeft: 0 };
  api = fakeApi({
    'GET /api/account': () => ({ body: testAdmin }),
    'GET /api/account/sessions': () => ({ body: { sessions: [] } }),
    [`GET ${base}`]: () => ({ body: state }),
    [`POST ${base}/codes/begin`]: () => ({
      body: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Khmer?secret=JBSWY3DPEHPK3PXP' },
    }),
  });
});

const open = () => renderView(MyAccountView, 'my-account', { user: testAdmin });

it('is set up with a QR code and the first code, and shows the recovery codes once', async () => {
  api.route(`POST ${base}/codes`, ({ body }) => {
    const message = 'This code is not valid';
    if (JSON.stringify(body).includes('111111'))
      return errorResponse(400, { message, issues: [{ path: 'code', message }] });
    state = { codesSince: '2026-05-04T03:00:00.000Z', passkeys: [], recoveryCodesLeft: 10 };
    return { body: { recoveryCodes } };
  });
  open();
  await screen.findByText(/also asks for a code/);
  await clickButton('Set up codes');
  const dialog = await screen.findByRole('dialog', { name: 'Set up codes' });
  expect(within(dialog).getByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
  expect(getField('Key').getAttribute('value')).toBe('JBSWY3DPEHPK3PXP');
  expect(await axeViolations()).toEqual([]);
  await fillField(getField('Code'), '111111');
  await clickButton('Switch on', dialog);
  expect(await within(dialog).findByText('This code is not valid')).toBeTruthy();
  await fillField(getField('Code'), '222 222');
  await clickButton('Switch on', dialog);
  const shown = await screen.findByRole('dialog', { name: 'Recovery codes' });
  expect(
    within(shown)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes);
  expect(await axeViolations()).toEqual([]);
  await clickButton('I have kept them', shown);
  expect(await screen.findByText('10 recovery codes left')).toBeTruthy();
});

it('is switched off after a question, and its recovery codes are replaced', async () => {
  state = { codesSince: '2026-05-04T03:00:00.000Z', passkeys: [], recoveryCodesLeft: 1 };
  api.route(`POST ${base}/recovery-codes`, () => ({ body: { recoveryCodes } }));
  api.route(`DELETE ${base}/codes`, () => {
    state = { codesSince: null, passkeys: [], recoveryCodesLeft: 0 };
    return { body: { message: 'Codes are switched off' } };
  });
  open();
  await screen.findByText('1 recovery code left');
  await clickButton('New recovery codes');
  await clickButton('I have kept them', await screen.findByRole('dialog', { name: 'Recovery codes' }));
  await clickButton('Switch off');
  const question = await screen.findByRole('alertdialog', { name: 'Switch codes off?' });
  expect(api.sent('DELETE', `${base}/codes`)).toEqual([]);
  await clickButton('Switch off', question);
  expect(await screen.findByText(/also asks for a code/)).toBeTruthy();
});

it('says when it cannot be loaded', async () => {
  api.route(`GET ${base}`, () => ({ status: 500, body: {} }));
  open();
  expect(await screen.findByText('Second factor could not be loaded')).toBeTruthy();
});

describe('passkeys', () => {
  const phone = { id: 'one', name: 'Phone', createdAt: '2026-05-04T03:00:00.000Z', lastUsedAt: null };
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0)).buffer;
  const create = jest.fn();
  beforeEach(() => {
    create.mockReset().mockResolvedValue({
      id: 'bWFkZQ',
      rawId: bytes('made'),
      type: 'public-key',
      response: { attestationObject: bytes('object'), clientDataJSON: bytes('data') },
      getClientExtensionResults: () => ({}),
    });
    Object.assign(window, { PublicKeyCredential: jest.fn() });
    Object.assign(navigator, { credentials: { create } });
    api.route(`POST ${base}/passkeys/begin`, () => ({
      body: {
        challenge: 'AA',
        rp: { id: 'localhost', name: 'K' },
        user: { id: 'AA', name: 'a', displayName: 'A' },
      },
    }));
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });

  async function openDialog() {
    open();
    await screen.findByText(/No passkeys yet/);
    await clickButton('Add a passkey');
    return screen.findByRole('dialog', { name: 'Add a passkey' });
  }

  it('the first one is named and added, with recovery codes that are shown once', async () => {
    api.route(`POST ${base}/passkeys`, () => {
      state = { ...state, passkeys: [phone], recoveryCodesLeft: 10 };
      return { status: 201, body: { recoveryCodes } };
    });
    const dialog = await openDialog();
    expect(await axeViolations()).toEqual([]);
    await fillField(getField('Name'), ' ');
    await clickButton('Continue', dialog);
    expect(await within(dialog).findByText('Name is required')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
    await fillField(getField('Name'), 'Phone');
    await clickButton('Continue', dialog);
    await clickButton('I have kept them', await screen.findByRole('dialog', { name: 'Recovery codes' }));
    expect(api.sent('POST', `${base}/passkeys`)).toMatchObject([
      { body: { name: 'Phone', id: 'bWFkZQ', response: { clientDataJSON: 'ZGF0YQ' } } },
    ]);
    expect(await screen.findByText('10 recovery codes left')).toBeTruthy();
    expect(screen.getByText('Never')).toBeTruthy();
  });

  it('says when the device has one already, and when none was made', async () => {
    const dialog = await openDialog();
    create.mockRejectedValueOnce(new DOMException('known', 'InvalidStateError'));
    await clickButton('Continue', dialog);
    expect(await screen.findByText('This device already has a passkey of your account')).toBeTruthy();
    create.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'));
    await clickButton('Continue', dialog);
    expect(await screen.findByText('No passkey was added')).toBeTruthy();
    expect(api.sent('POST', `${base}/passkeys`)).toEqual([]);
  });

  it('is renamed, and removed after a question', async () => {
    state = { codesSince: null, passkeys: [phone], recoveryCodesLeft: 9 };
    api.route(`PATCH ${base}/passkeys/one`, ({ body }) => {
      state = { ...state, passkeys: [{ ...phone, ...(body as { name: string }) }] };
      return { body: { message: 'The passkey was renamed' } };
    });
    api.route(`DELETE ${base}/passkeys/one`, () => {
      state = { codesSince: null, passkeys: [], recoveryCodesLeft: 0 };
      return { body: { message: 'The passkey was removed' } };
    });
    open();
    await screen.findByText('Phone');
    await clickButton('Rename Phone');
    await fillField(getField('Name'), 'Old phone');
    await clickButton('Save', await screen.findByRole('dialog', { name: 'Rename passkey' }));
    await screen.findByText('Old phone');
    await clickButton('Remove Old phone');
    const question = await screen.findByRole('alertdialog', { name: 'Remove Old phone?' });
    expect(within(question).getByText(/The recovery codes stop working/)).toBeTruthy();
    await clickButton('Remove', question);
    expect(await screen.findByText(/No passkeys yet/)).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
  });
});
