import {
  clickButton,
  errorResponse,
  type FakeApi,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import { type PurchaseRow, purchaseDateFilters } from '@khmer-learning/contracts';
import { columnHeaders, jsdomComputedStyle } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { fakePurchasesApi, paidPurchase, testAdmin } from '../testing/purchase-fixtures.ts';
import { PurchaseList } from './purchase-list.tsx';

const open = () => renderView(PurchaseList, 'purchase_history', { user: testAdmin });
let api: FakeApi;

const lastQuery = (path = '/api/purchase_history') =>
  Object.fromEntries(api.sent('GET', path).at(-1)?.query ?? []);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  resetBrowserState();
  api = fakePurchasesApi([paidPurchase]);
});

describe('the purchase history', () => {
  it('shows who paid what, when, how and where, with the amount in US dollars', async () => {
    open();
    const row = await screen.findByRole('row', { name: /dara@khmer.local/ });
    for (const text of [/^May 4, 2026, \d\d:\d\d$/, 'PayPal', 'iOS', 'Completed', '$1,250.99'])
      expect(within(row).getByText(text)).toBeTruthy();
    expect(columnHeaders()).toEqual([
      'Email',
      'Purchase Date',
      'Payment Method',
      'Platform Type',
      'Payment Status',
      'Purchase Amount',
      'Actions',
    ]);
    expect(within(row).getByRole('button', { name: 'View the purchase of dara@khmer.local' })).toBeTruthy();
    expect(screen.getByText('Showing 1 to 1 of 1 purchases')).toBeTruthy();
  });

  it('shows the course, and what is left after a refund', async () => {
    const row: PurchaseRow = {
      ...paidPurchase,
      email: paidPurchase.userEmail,
      mainLessonTitle: 'At the market',
      refundedAmount: 25_099,
      paymentStatus: 'partially_refunded',
    };
    api = fakePurchasesApi([row]);
    open();
    const shown = within(await screen.findByRole('row', { name: /dara@khmer.local/ }));
    for (const text of ['At the market', 'Partially refunded', '$1,250.99', '$1,000.00 left'])
      expect(shown.getByText(text)).toBeTruthy();
  });

  it('ignores filters that do not exist', async () => {
    window.history.replaceState(null, '', '#/purchase_history?payment_status=lost&purchase_date=never');
    open();
    await screen.findByRole('row', { name: /dara@khmer.local/ });
    expect(window.location.hash).toBe('#/purchase_history');
    expect(lastQuery()).toEqual({ limit: '15', offset: '0' });
  });

  it('is in Khmer on a Khmer page, and asks the service in the words of its filters', async () => {
    api = fakePurchasesApi([{ ...paidPurchase, platformType: 'web', pendingRefundAmount: 40_000 }]);
    renderView(PurchaseList, 'purchase_history', { user: testAdmin, language: 'km' });
    expect(await screen.findByText('បង្ហាញការទិញ 1 ដល់ 1 នៃ 1')).toBeTruthy();
    const row = screen.getByRole('row', { name: /dara@khmer.local/ });
    for (const text of ['គេហទំព័រ', 'បានសម្រេច', 'កំពុងរង់\u2060ចាំសងវិញ', '$1,250.99', /^4 ឧសភា 2026, /])
      expect(within(row).getByText(text)).toBeTruthy();
    await selectOption('ស្ថាន\u2060ភាពបង់\u2060ប្រាក់', 'សង\u2060ប្រាក់វិញ');
    await selectOption('កាល\u2060បរិច្ឆេទទិញ', '7 ថ្ងៃចុង\u2060ក្រោយ');
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({ payment_status: 'Refund', purchase_date: 'last-7-days' }),
    );
  });

  it('marks a purchase with a pending refund', async () => {
    api = fakePurchasesApi([{ ...paidPurchase, pendingRefundAmount: 40_000 }]);
    open();
    const row = await screen.findByRole('row', { name: /dara@khmer.local/ });
    for (const text of ['Completed', 'Pending refund']) expect(within(row).getByText(text)).toBeTruthy();
  });

  it('shows dates in the school’s time zone, regardless of the browser’s', async () => {
    document.head.insertAdjacentHTML(
      'beforeend',
      '<meta name="console-time-zone" content="Asia/Phnom_Penh">',
    );
    api = fakePurchasesApi([{ ...paidPurchase, purchaseDate: '2026-05-04T17:30:00.000Z' }]);
    open();
    expect(await screen.findByText('May 5, 2026, 00:30')).toBeTruthy();
    document.querySelector('meta[name="console-time-zone"]')?.remove();
  });

  it('shows skeletons until the first response', async () => {
    api.route('GET /api/purchase_history', () => new Promise(() => {}));
    open();
    expect(await screen.findByText('Purchase history, loading')).toBeTruthy();
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it.each([
    ['completed', 'Completed', 'green'],
    ['complete', 'Complete', 'green'],
    ['pending', 'Pending', 'yellow'],
    ['payer_action_required', 'Payer action required', 'yellow'],
    ['refund', 'Refund', 'grey-blue'],
    ['refunded', 'Refunded', 'grey-blue'],
    ['partially_refunded', 'Partially refunded', 'grey-blue'],
    ['cancel', 'Cancel', 'grey'],
    ['cancelled', 'Cancelled', 'grey'],
    ['declined', 'Declined', 'red'],
    ['failed', 'Failed', 'red'],
    ['revoked', 'Revoked', 'grey'],
    ['expired', 'Ended', 'grey'],
    ['something_new', 'Something new', 'grey'],
  ])('a payment that is %s reads %s in %s', async (paymentStatus, text, tone) => {
    api = fakePurchasesApi([{ ...paidPurchase, paymentStatus }]);
    open();
    const badge = await screen.findByText(text);
    expect(jsdomComputedStyle(badge).color).toBe(`var(--kl-${tone}-text)`);
  });

  it('is filtered, searched and paged by the service, fifteen at a time', async () => {
    const many = Array.from({ length: 17 }, (_, index) => ({ ...paidPurchase, id: index + 1 }));
    api.route('GET /api/purchase_history', ({ query }) => ({
      body: { data: paginate(many, query), total: many.length },
    }));
    const { user } = open();
    expect(await screen.findByText('Showing 1 to 15 of 17 purchases')).toBeTruthy();
    expect(lastQuery()).toEqual({ limit: '15', offset: '0' });
    await clickButton('Next');
    expect(await screen.findByText('Showing 16 to 17 of 17 purchases')).toBeTruthy();
    await selectOption('Payment status', 'Refund');
    await selectOption('Purchase date', 'Last 30 days');
    await user.type(screen.getByRole('searchbox', { name: 'Search by email' }), 'dara');
    await waitFor(() =>
      expect(lastQuery()).toEqual({
        limit: '15',
        offset: '0',
        payment_status: 'Refund',
        purchase_date: 'last-30-days',
        search: 'dara',
      }),
    );
  });

  it.each([
    ['Payment status', ['All statuses', 'Completed', 'Pending', 'Refund', 'Granted']],
    [
      'Purchase date',
      [
        'All dates',
        'Today',
        'Yesterday',
        'This week',
        'This month',
        'This year',
        'Last week',
        'Last month',
        'Last year',
        'Last 7 days',
        'Last 30 days',
        'Last 90 days',
      ],
    ],
  ])('can be filtered by %s', async (label, options) => {
    const { user } = open();
    await user.click(screen.getByRole('combobox', { name: label }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(options);
  });

  it.each([
    ['failed payments', 'Failed', 'Failed'],
    ['pending refunds', 'RefundPending', 'Refund pending'],
  ])('shows %s when an address asks for them, as the dashboard does', async (_what, filter, label) => {
    window.history.replaceState(null, '', `#/purchase_history?payment_status=${filter}`);
    open();
    expect((await screen.findByRole('combobox', { name: 'Payment status' })).textContent).toBe(label);
    await waitFor(() => expect(lastQuery().payment_status).toBe(filter));
  });

  it.each(purchaseDateFilters)('asks the service for %s', async (filter) => {
    const words = filter.replaceAll('-', ' ');
    open();
    await selectOption('Purchase date', words.charAt(0).toUpperCase() + words.slice(1));
    await waitFor(() => expect(lastQuery().purchase_date).toBe(filter));
  });

  it('shows an empty state when there is nothing, and when nothing matches', async () => {
    api.route('GET /api/purchase_history', () => ({ body: { data: [], total: 0 } }));
    open();
    expect(await screen.findByText('No purchase history found')).toBeTruthy();
    await selectOption('Payment status', 'Pending');
    await clickButton('Clear filters');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull());
    expect(screen.getByText('No purchase history found')).toBeTruthy();
  });

  it('shows the error and retries', async () => {
    api.route('GET /api/purchase_history', () =>
      errorResponse(503, { message: 'The service is not available right now' }),
    );
    open();
    expect(await screen.findByText('Purchase history could not be loaded')).toBeTruthy();
    expect(screen.getByText('The service is not available right now')).toBeTruthy();
    api.route('GET /api/purchase_history', () => ({ body: { data: [paidPurchase], total: 1 } }));
    await clickButton('Try again');
    expect(await screen.findByText('dara@khmer.local')).toBeTruthy();
  });

  it('is refetched by Refresh', async () => {
    open();
    await screen.findByText('dara@khmer.local');
    api.route('GET /api/purchase_history', () => ({
      body: { data: [{ ...paidPurchase, userEmail: 'rith@khmer.local' }], total: 1 },
    }));
    await clickButton('Refresh');
    expect(await screen.findByText('rith@khmer.local')).toBeTruthy();
  });
});

describe('the export', () => {
  let saved: { name: string; file: Blob }[];

  beforeEach(() => {
    saved = [];
    const files = new Map<string, Blob>();
    URL.createObjectURL = (file) => {
      const url = `blob:${files.size}`;
      files.set(url, file as Blob);
      return url;
    };
    URL.revokeObjectURL = () => {};
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const file = files.get(this.href);
      if (file !== undefined) saved.push({ name: this.download, file });
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('saves all pages of the filtered purchases', async () => {
    const csv = new Blob(['Email,Amount\r\n'], { type: 'text/csv' });
    let finish = (_answer: { body: Blob }) => {};
    api.route('GET /api/purchase_history/export', () => new Promise((done) => (finish = done)));
    open();
    await selectOption('Payment status', 'Completed');
    await selectOption('Purchase date', 'Today');
    await clickButton('Export CSV');
    expect(button('Exporting...').disabled).toBe(true);
    expect(lastQuery('/api/purchase_history/export')).toEqual({
      payment_status: 'Completed',
      purchase_date: 'today',
    });
    finish({ body: csv });
    await screen.findByRole('button', { name: 'Export CSV' });
    expect(saved).toEqual([{ name: 'purchase-history.csv', file: csv }]);
  });

  it.each([
    [
      'in the server’s words',
      () => errorResponse(503, { message: 'Not available right now' }),
      'Not available right now',
    ],
    ['in its own', () => ({ status: 502, body: '' }), 'Failed to export purchase history'],
  ])('says what went wrong %s, and saves nothing', async (_name, answer, message) => {
    api.route('GET /api/purchase_history/export', answer);
    open();
    await clickButton('Export CSV');
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(saved).toEqual([]);
    expect(button('Export CSV').disabled).toBe(false);
  });
});
