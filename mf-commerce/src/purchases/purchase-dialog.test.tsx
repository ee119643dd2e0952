import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  goBack,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { PurchaseDetail } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  buildPurchaseDetail,
  buildRefund,
  fakePurchasesApi,
  marketMainLesson,
  paidPurchase,
  testAdmin,
} from '../testing/purchase-fixtures.ts';
import { PurchaseList } from './purchase-list.tsx';

let api: FakeApi;
const refundPath = '/api/payments/captures/7/refund';
const partly: Partial<PurchaseDetail> = {
  paymentStatus: 'partially_refunded',
  refundedAmount: 25_099,
  refunds: [
    buildRefund({ id: 'r-1', amount: 5_000, createdAt: '2026-05-05T03:00:00.000Z' }),
    buildRefund({
      id: 'r-2',
      amount: 20_099,
      reason: 'ទិញពីរដង',
      status: 'pending',
      createdAt: '2026-05-06T03:00:00.000Z',
    }),
  ],
};

beforeEach(() => {
  resetBrowserState();
  api = fakePurchasesApi([paidPurchase]);
});

/** Opens the detail dialog of Dara's purchase. */
async function openDetail(changes: Partial<PurchaseDetail> = {}) {
  api.route('GET /api/purchase_history/7', () => ({ body: buildPurchaseDetail(paidPurchase, changes) }));
  const { user } = renderView(PurchaseList, 'purchase_history', { user: testAdmin });
  await user.click(await screen.findByRole('button', { name: /View the purchase/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Purchase History Detail' });
  await within(dialog).findByLabelText('Email');
  return { dialog, user };
}

/** Opens the refund dialog over it. */
async function openRefund(changes: Partial<PurchaseDetail> = {}) {
  const { dialog, user } = await openDetail(changes);
  await clickButton('Refund', dialog);
  const refund = await screen.findByRole('dialog', { name: 'Refund this payment?' });
  const amount = within(refund).getByLabelText<HTMLInputElement>('Amount (USD)');
  return { dialog, refund, amount, user };
}

describe('the detail of a purchase', () => {
  it('shows the email, read-only, and the main lesson with cover, title, description and price', async () => {
    const { dialog } = await openDetail();
    const email = within(dialog).getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['dara@khmer.local', true]);
    const lesson = within(dialog).getByRole('region', { name: 'Main lesson' });
    for (const text of ['At the market', 'Prices, weights and how to bargain', '$1,250.99'])
      expect(within(lesson).getByText(text)).toBeTruthy();
    expect(lesson.querySelector('img')?.getAttribute('src')).toBe('/uploads/market.png');
    for (const text of ['Completed', 'PayPal', 'iOS', '5O190127TN364715T'])
      expect(within(dialog).getByText(text)).toBeTruthy();
    expect(within(dialog).queryByText('Refunds')).toBeNull();
  });

  it('shows Free for a main lesson that has become free', async () => {
    const { dialog } = await openDetail({ mainLesson: { ...marketMainLesson, free: true, price: null } });
    expect(
      within(within(dialog).getByRole('region', { name: 'Main lesson' })).getByText('Free'),
    ).toBeTruthy();
  });

  it('shows a message when the main lesson was deleted', async () => {
    const { dialog } = await openDetail({ mainLessonId: null, mainLesson: null });
    expect(within(dialog).getByText('No main lesson found')).toBeTruthy();
  });

  it('lists the refunds with their reasons, newest first', async () => {
    const { dialog } = await openDetail(partly);
    const refunds = within(dialog).getAllByRole('listitem');
    expect(refunds.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^\$200\.99PendingMay 6, 2026, \d\d:\d\dទិញពីរដង$/),
      expect.stringMatching(/^\$50\.00CompletedMay 5, 2026, \d\d:\d\d$/),
    ]);
    expect(within(dialog).getByText('ទិញពីរដង').getAttribute('lang')).toBe('km');
    expect(within(dialog).getByText('$250.99')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows the purchase’s audit log', async () => {
    api.route('GET /api/audit', () => ({ body: { data: [], total: 0 } }));
    const { dialog } = await openDetail();
    await clickButton('Activity', dialog);
    await waitFor(() => expect(api.sent('GET', '/api/audit')).toHaveLength(1));
    const query = Object.fromEntries(api.sent('GET', '/api/audit')[0]?.query ?? []);
    expect(query).toMatchObject({ entity: 'purchase', entityId: '7' });
  });

  it('shows the error and retries', async () => {
    api.route('GET /api/purchase_history/7', () => errorResponse(404, { message: 'Purchase not found' }));
    const { user } = renderView(PurchaseList, 'purchase_history', { user: testAdmin });
    await user.click(await screen.findByRole('button', { name: /View the purchase/ }));
    expect(await screen.findByText('The purchase could not be loaded')).toBeTruthy();
    expect(screen.getByText('Purchase not found')).toBeTruthy();
    api.route('GET /api/purchase_history/7', () => ({ body: buildPurchaseDetail(paidPurchase) }));
    await clickButton('Try again');
    expect(await screen.findByText('At the market')).toBeTruthy();
  });

  it('is named by the address, which opens it, and Back closes it', async () => {
    api.route('GET /api/purchase_history/7', () => ({ body: buildPurchaseDetail(paidPurchase) }));
    window.history.replaceState(null, '', '#/purchase_history?open=7');
    renderView(PurchaseList, 'purchase_history', { user: testAdmin });
    expect(await screen.findByText('At the market')).toBeTruthy();
    await goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.hash).toBe('#/purchase_history');
    await clickButton(/View the purchase/);
    expect(window.location.hash).toBe('#/purchase_history?open=7');
  });

  it('says when the purchase that the address names does not exist, and closing it leaves the list', async () => {
    api.route('GET /api/purchase_history/99', () => errorResponse(404, { message: 'Purchase not found' }));
    window.history.replaceState(null, '', '#/purchase_history?open=99');
    renderView(PurchaseList, 'purchase_history', { user: testAdmin });
    expect(await screen.findByText('Purchase not found')).toBeTruthy();
    await clickButton('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByRole('button', { name: /View the purchase/ })).toBeTruthy();
  });

  it('opens and closes by keyboard alone', async () => {
    const { user } = renderView(PurchaseList, 'purchase_history', { user: testAdmin });
    const view = await screen.findByRole('button', { name: /View the purchase/ });
    await act(async () => view.focus());
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Purchase History Detail' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(view);
  });
});

describe('a refund', () => {
  it.each(['completed', 'complete', 'partially_refunded'])('is offered for %s', async (paymentStatus) => {
    const { dialog } = await openDetail({ paymentStatus });
    expect(within(dialog).getByRole('button', { name: 'Refund' })).toBeTruthy();
  });

  it.each(['pending', 'refunded', 'cancelled', 'declined', 'failed', 'reversed'])(
    'is not offered for %s',
    async (paymentStatus) => {
      const { dialog } = await openDetail({ paymentStatus });
      expect(within(dialog).queryByRole('button', { name: 'Refund' })).toBeNull();
    },
  );

  it('is not offered when nothing is left', async () => {
    const { dialog } = await openDetail({ ...partly, refundedAmount: paidPurchase.purchaseAmount });
    expect(within(dialog).queryByRole('button', { name: 'Refund' })).toBeNull();
  });

  it('asks for confirmation, with the remaining amount filled in', async () => {
    const { refund, amount } = await openRefund(partly);
    expect(amount.value).toBe('1000.00');
    expect(within(refund).getByText(/The money will be returned to dara@khmer.local/)).toBeTruthy();
    expect(within(refund).getByText(/\$1,000\.00 of \$1,250\.99 can be refunded/)).toBeTruthy();
    await clickButton('Cancel', refund);
    expect(api.sent('POST', refundPath)).toEqual([]);
  });

  it.each([
    ['the amount that is not requested yet', 20_000, 'pending_refund', '1050.99'],
    ['the full amount after a failed refund', 20_000, 'failed', '1250.99'],
    ['the full amount when all of it is requested but not confirmed', 125_099, 'pending_refund', '1250.99'],
  ])('suggests %s', async (_name, asked, status, offered) => {
    const { amount } = await openRefund({ refunds: [buildRefund({ amount: asked, status })] });
    expect(amount.value).toBe(offered);
  });

  it('is sent in cents with its reason, and updates the dialog and the list', async () => {
    let finish = () => {};
    api.route(`POST ${refundPath}`, async () => {
      await new Promise<void>((done) => (finish = done));
      api.route('GET /api/purchase_history/7', () => ({ body: buildPurchaseDetail(paidPurchase, partly) }));
      return { body: buildPurchaseDetail(paidPurchase, partly) };
    });
    const { refund, amount, dialog } = await openRefund();
    await fillField(amount, '250.99');
    await fillField(within(refund).getByLabelText('Reason'), ' Bought twice ');
    await clickButton('Refund $250.99', refund);
    const busy = await within(refund).findByRole<HTMLButtonElement>('button', { name: 'Refunding...' });
    expect(busy.disabled).toBe(true);
    expect(api.sent('POST', refundPath).map(({ body }) => body)).toEqual([
      { amount: 25_099, reason: 'Bought twice' },
    ]);
    finish();
    expect(await screen.findByText('Refund payment successfully')).toBeTruthy();
    expect(screen.getByText('Success')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Refund this payment?' })).toBeNull());
    expect(await within(dialog).findByText('Partially refunded')).toBeTruthy();
    expect(api.sent('GET', '/api/purchase_history').length).toBe(2);
  });

  it('is sent once even if Enter is pressed repeatedly, and without a reason if none is given', async () => {
    api.route(`POST ${refundPath}`, () => new Promise(() => {}));
    const { amount, user } = await openRefund();
    await act(async () => amount.focus());
    await user.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(api.sent('POST', refundPath)).toHaveLength(1));
    expect(api.sent('POST', refundPath)[0]?.body).toEqual({ amount: 125_099 });
  });

  it.each([
    ['', 'Enter an amount such as 4.99 or 4,99'],
    ['five', 'Enter an amount such as 4.99 or 4,99'],
    ['4.999', '“4.999” has two meanings: enter 4999, or at most two decimals'],
    ['0', 'Amount must be more than 0'],
    ['1251', 'At most $1,250.99 can be refunded'],
    ['1250.991', 'Enter at most two decimals: half cents cannot be charged or refunded'],
  ])('of %p is refused: %s', async (typed, message) => {
    const { refund, amount } = await openRefund();
    await fillField(amount, typed);
    await clickButton('Refund', refund);
    expect(within(refund).getByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(amount);
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    expect(api.sent('POST', refundPath)).toEqual([]);
  });

  it('accepts a reason of up to 255 characters', async () => {
    api.route(`POST ${refundPath}`, () => new Promise(() => {}));
    const { refund } = await openRefund();
    const reason = within(refund).getByLabelText('Reason');
    await fillField(reason, 'ក'.repeat(256));
    await clickButton(/^Refund/, refund);
    expect(within(refund).getByText('Must be at most 255 characters')).toBeTruthy();
    expect(api.sent('POST', refundPath)).toEqual([]);
    await fillField(reason, 'ក'.repeat(255));
    await clickButton(/^Refund/, refund);
    await waitFor(() => expect(api.sent('POST', refundPath)).toHaveLength(1));
  });

  it('that fails shows an error, keeps the input, and refetches the purchase', async () => {
    api.route(`POST ${refundPath}`, () => ({ status: 500, body: {} }));
    const { refund, amount } = await openRefund();
    const reads = api.sent('GET', '/api/purchase_history/7').length;
    await fillField(amount, '10');
    await clickButton('Refund $10.00', refund);
    expect(await screen.findByText('Failed to refund payment!')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(amount.value).toBe('10');
    await waitFor(() => expect(api.sent('GET', '/api/purchase_history/7').length).toBe(reads + 1));
  });

  it('that the provider refuses shows the server’s message', async () => {
    api.route(`POST ${refundPath}`, () =>
      errorResponse(422, { message: 'The refund exceeds the remaining refundable amount' }),
    );
    const { refund } = await openRefund();
    await clickButton('Refund $1,250.99', refund);
    expect(await screen.findByText('The refund exceeds the remaining refundable amount')).toBeTruthy();
  });
});

describe('a pending refund', () => {
  const withdrawPath = '/api/purchase_history/7/refunds/refund-7-1';
  const pending: Partial<PurchaseDetail> = {
    pendingRefundAmount: 40_000,
    refunds: [buildRefund({ id: 'refund-7-1', amount: 40_000, status: 'pending_refund', canWithdraw: true })],
  };

  it('is what a refund becomes that the provider has not confirmed', async () => {
    const { amount, refund, dialog } = await openRefund();
    api.route(`POST ${refundPath}`, () => {
      api.route('GET /api/purchase_history/7', () => ({ body: buildPurchaseDetail(paidPurchase, pending) }));
      return { status: 202, body: buildPurchaseDetail(paidPurchase, pending) };
    });
    await fillField(amount, '400');
    await clickButton('Refund $400.00', refund);
    expect(await screen.findByText(/The refund is pending/)).toBeTruthy();
    expect(screen.queryByText('Refund payment successfully')).toBeNull();
    const [item] = await within(dialog).findAllByRole('listitem');
    expect(item?.textContent).toContain('$400.00Pending refund');
    expect(within(dialog).getAllByText('Pending refund')).toHaveLength(2);
    // The server refuses another one.
    expect(within(dialog).queryByRole('button', { name: 'Refund' })).toBeNull();
  });

  it('can be withdrawn after a confirmation', async () => {
    const { dialog, user } = await openDetail(pending);
    const open = () =>
      user.click(within(dialog).getByRole('button', { name: 'Withdraw the refund of $400.00' }));
    await open();
    const confirmation = await screen.findByRole('alertdialog', { name: 'Withdraw this refund?' });
    expect(within(confirmation).getByText('$400.00 will not be returned to dara@khmer.local.')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await clickButton('Cancel', confirmation);
    expect(api.sent('DELETE', withdrawPath)).toEqual([]);

    api.route(`DELETE ${withdrawPath}`, () => {
      api.route('GET /api/purchase_history/7', () => ({ body: buildPurchaseDetail(paidPurchase) }));
      return { body: buildPurchaseDetail(paidPurchase) };
    });
    await open();
    await clickButton('Withdraw', await screen.findByRole('alertdialog'));
    expect(await screen.findByText('Refund withdrawn successfully')).toBeTruthy();
    await waitFor(() => expect(within(dialog).queryByText('Pending refund')).toBeNull());
    expect(within(dialog).getByRole('button', { name: 'Refund' })).toBeTruthy();
  });

  it('that has been sent meanwhile cannot be withdrawn, and the dialog tells why', async () => {
    const message = 'This refund has been sent to the payment provider and can no longer be withdrawn';
    api.route(`DELETE ${withdrawPath}`, () => errorResponse(409, { message }));
    const { dialog, user } = await openDetail(pending);
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw the refund of $400.00' }));
    const confirmation = await screen.findByRole('alertdialog');
    const reads = api.sent('GET', '/api/purchase_history/7').length;
    await clickButton('Withdraw', confirmation);
    expect(await within(confirmation).findByText(message)).toBeTruthy();
    await waitFor(() => expect(api.sent('GET', '/api/purchase_history/7').length).toBe(reads + 1));
  });

  it('that is being sent cannot be withdrawn', async () => {
    const refunds = [buildRefund({ amount: 40_000, status: 'pending_refund' })];
    const { dialog } = await openDetail({ ...pending, refunds });
    expect(
      within(dialog).getByText('Sent to the payment provider, which has not confirmed it yet.'),
    ).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: /Withdraw/ })).toBeNull();
  });
});
