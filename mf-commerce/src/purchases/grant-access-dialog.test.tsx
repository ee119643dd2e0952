import { RowMenu } from '@khmer-learning/console-kit';
import {
  chooseRowAction,
  clickButton,
  errorResponse,
  extensionSource,
  type FakeApi,
  fillField,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import type { Purchase } from '@khmer-learning/contracts';
import { axeViolations, jsdomComputedStyle } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { manifest } from '../../remote.manifest.ts';
import { remote } from '../remote.ts';
import {
  buildPurchaseDetail,
  fakePurchasesApi,
  marketMainLesson,
  paidPurchase,
  testAdmin,
} from '../testing/purchase-fixtures.ts';
import { PurchaseList } from './purchase-list.tsx';

const granted: Purchase = {
  ...paidPurchase,
  purchaseId: 'granted-7',
  purchaseAmount: 0,
  paymentMethod: 'granted',
  platformType: '',
};
const grant = { reason: 'Paid in cash', grantedBy: 'sokha@khmer.local' };
const dara = { id: 31, name: 'Dara Sok' };
const grantPath = '/api/purchase_history/grants';
const openList = () => renderView(PurchaseList, 'purchase_history', { user: testAdmin });
let api: FakeApi;

beforeEach(() => {
  resetBrowserState();
  api = fakePurchasesApi([granted]);
  api.route('GET /api/users', () => ({
    body: {
      users: [{ id: 31, firstName: 'Dara', lastName: 'Sok', email: 'dara@khmer.local' }],
      total: 1,
    },
  }));
  api.route('GET /api/main-lessons', () => ({
    body: {
      mainLessons: [marketMainLesson, { ...marketMainLesson, id: 5, title: 'Free one', free: true }],
      total: 2,
    },
  }));
  api.route(`POST ${grantPath}`, () => ({ status: 201, body: buildPurchaseDetail(granted, { grant }) }));
});

const granting = () => screen.findByRole('dialog', { name: 'Grant access' });

it('grants a learner a paid main lesson until the end of a day', async () => {
  openList();
  await clickButton('Grant access…');
  const dialog = await granting();
  expect(await axeViolations()).toEqual([]);
  await clickButton('Grant Access', dialog);
  for (const text of ['Learner is required', 'Main lesson is required', 'Reason is required'])
    expect(within(dialog).getByText(text)).toBeTruthy();
  await selectOption('Learner', 'Dara Sok · dara@khmer.local');
  expect(Object.fromEntries(api.sent('GET', '/api/users').at(-1)?.query ?? [])).toMatchObject({
    role: 'student',
  });
  await selectOption('Main lesson', 'At the market');
  await fillField(within(dialog).getByLabelText('Reason'), 'Paid in cash');
  await fillField(within(dialog).getByLabelText('Last day'), '2026-01-01');
  await clickButton('Grant Access', dialog);
  expect(within(dialog).getByText('The end must be in the future')).toBeTruthy();
  await fillField(within(dialog).getByLabelText('Last day'), '2099-12-31');
  await clickButton('Grant Access', dialog);
  expect(await screen.findByText('Access granted successfully')).toBeTruthy();
  expect(api.sent('POST', grantPath).map(({ body }) => body)).toEqual([
    {
      userId: 31,
      mainLessonId: 4,
      reason: 'Paid in cash',
      accessEndsAt: expect.stringMatching(/^2099-12-31T|^2100-01-01T/),
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is in the menu of a user’s row, with the learner chosen; a refusal keeps what was typed', async () => {
  const UserMenu = () => <RowMenu name={dara.name} extensions={{ entity: 'user', item: dara }} />;
  renderView(UserMenu, 'users', { user: testAdmin, extensions: extensionSource(manifest, remote) });
  await chooseRowAction(dara.name, 'Grant access…');
  const dialog = await granting();
  expect(within(dialog).getByLabelText<HTMLInputElement>('Learner').value).toBe(dara.name);
  const refusal = 'This learner already has access to this main lesson';
  api.route(`POST ${grantPath}`, () => errorResponse(409, { message: refusal }));
  await selectOption('Main lesson', 'At the market');
  await fillField(within(dialog).getByLabelText('Reason'), 'Scholarship');
  await clickButton('Grant Access', dialog);
  expect(await screen.findByText(refusal)).toBeTruthy();
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Scholarship');
});

it('has a badge of its own in the list, and its reason, admin and end in the detail, where it can be revoked', async () => {
  const detail = buildPurchaseDetail({ ...granted, accessEndsAt: '2026-12-01T03:00:00.000Z' }, { grant });
  api.route('GET /api/purchase_history/7', () => ({ body: detail }));
  api.route('POST /api/purchase_history/7/revoke', () => {
    const revoked = { ...detail, paymentStatus: 'revoked', grant: { ...grant, revocationReason: 'Mistake' } };
    api.route('GET /api/purchase_history/7', () => ({ body: revoked }));
    return { body: revoked };
  });
  openList();
  const row = await screen.findByRole('row', { name: /dara@khmer.local/ });
  const [method, badge] = within(row).getAllByText('Granted');
  expect(method).toBeTruthy();
  expect(badge && jsdomComputedStyle(badge).color).toBe('var(--kl-grey-blue-text)');
  await clickButton(/View the purchase/);
  const dialog = await screen.findByRole('dialog', { name: 'Purchase History Detail' });
  for (const text of ['Paid in cash', 'sokha@khmer.local', /^Dec 1, 2026, /])
    expect(await within(dialog).findByText(text)).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Refund' })).toBeNull();
  await clickButton('Revoke Access', dialog);
  const question = await screen.findByRole('alertdialog', { name: 'Revoke this access?' });
  expect(await axeViolations()).toEqual([]);
  await fillField(within(question).getByLabelText('Reason'), ' Mistake ');
  await clickButton('Revoke Access', question);
  expect(await screen.findByText('Access revoked successfully')).toBeTruthy();
  expect(api.sent('POST', '/api/purchase_history/7/revoke').map(({ body }) => body)).toEqual([
    { reason: 'Mistake' },
  ]);
  expect(await within(dialog).findByText('Revoked')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Revoke Access' })).toBeNull();
});
