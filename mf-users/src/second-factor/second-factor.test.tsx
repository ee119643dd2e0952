import {
  clickButton,
  errorResponse,
  type FakeApi,
  fakeApi,
  fillField,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, within } from '@testing-library/react';
import { MyAccountView } from '../my-account/my-account-view.tsx';
import { testAdmin } from '../testing/user-fixtures.ts';
import { getField } from '../testing/user-test-utils.ts';

const recoveryCodes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const base = '/api/account/second-factor';
let api: FakeApi;
let state: { codesSince: string | null; recoveryCodesLeft: number };

beforeEach(() => {
  resetBrowserState();
  state = { codesSince: null, recoveryCodesLeft: 0 };
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
    state = { codesSince: '2026-05-04T03:00:00.000Z', recoveryCodesLeft: 10 };
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
  state = { codesSince: '2026-05-04T03:00:00.000Z', recoveryCodesLeft: 1 };
  api.route(`POST ${base}/recovery-codes`, () => ({ body: { recoveryCodes } }));
  api.route(`DELETE ${base}/codes`, () => {
    state = { codesSince: null, recoveryCodesLeft: 0 };
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
