import { clickButton, errorResponse, type FakeApi, fakeApi } from '@khmer-learning/console-sdk/testing';
import { setLanguage } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen } from '@testing-library/react';
import { renderPage } from '../testing/render-page.tsx';
import { CancelPage } from './cancel-page.tsx';

const path = '/api/lessons/purchase/ORDER-1';
let api: FakeApi;

const open = (address = '/cancel?token=ORDER-1') => renderPage(CancelPage, address);
const title = async (name: string) => screen.findByRole('heading', { level: 1, name });
const variant = () => document.querySelector('[data-look]')?.getAttribute('data-look');

beforeEach(() => {
  api = fakeApi({ [`DELETE ${path}`]: () => ({ body: { message: 'Purchase cancelled' } }) });
});

describe('coming back without paying', () => {
  it('says Payment canceling... and Do not close! until it is done', async () => {
    api.route(`DELETE ${path}`, () => new Promise(() => {}));
    open();
    expect(await title('Payment canceling...')).toBeTruthy();
    expect(screen.getByText('Do not close!')).toBeTruthy();
  });

  it('deletes the pending purchase, once, and shows Payment Cancelled! with a failure icon', async () => {
    open();
    expect(await title('Payment Cancelled!')).toBeTruthy();
    expect(variant()).toBe('failure');
    expect(document.title).toBe('Payment Cancelled! · Khmer Learning');
    expect(api.sent('DELETE', path)).toHaveLength(1);
    expect(await axeViolations()).toEqual([]);
  });

  it('also succeeds when the purchase no longer exists', async () => {
    api.route(`DELETE ${path}`, () => errorResponse(404, { message: 'Purchase not found' }));
    open();
    expect(await title('Payment Cancelled!')).toBeTruthy();
  });

  it('says that a captured payment can no longer be cancelled', async () => {
    api.route(`DELETE ${path}`, () =>
      errorResponse(409, { message: 'Only a pending purchase can be cancelled' }),
    );
    open();
    expect(await title('Payment not cancelled')).toBeTruthy();
    expect(screen.getByText(/no longer pending, so it cannot be cancelled.*request a refund/)).toBeTruthy();
    expect(variant()).toBe('notice');
    expect(screen.queryByRole('button')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    ['The payment was declined', 'The payment was declined. Nothing was charged.'],
    [
      'A payment for this main lesson is being processed',
      'The payment provider is still processing this payment, so it cannot be cancelled now. If it goes through, you can request a refund.',
    ],
  ])('explains why the payment cannot be cancelled: %s', async (message, text) => {
    api.route(`DELETE ${path}`, () => errorResponse(409, { message }));
    open();
    expect(await title('Payment not cancelled')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('shows the error and retries', async () => {
    api.route(`DELETE ${path}`, () =>
      errorResponse(503, { message: 'The payment provider cannot be reached' }),
    );
    open();
    expect(await title('Payment not cancelled')).toBeTruthy();
    expect(screen.getByText('The payment provider cannot be reached')).toBeTruthy();
    api.route(`DELETE ${path}`, () => ({ body: { message: 'Purchase cancelled' } }));
    await clickButton('Try again');
    expect(await title('Payment Cancelled!')).toBeTruthy();
  });

  it('shows an error for a URL without a token, and deletes nothing', async () => {
    open('/cancel');
    expect(await title('Payment not cancelled')).toBeTruthy();
    expect(screen.getByText(/This link does not refer to a payment/)).toBeTruthy();
  });
});

describe('in Khmer', () => {
  afterEach(() => act(() => setLanguage('en')));

  it('explains a refusal of the server in Khmer, too', async () => {
    await act(() => setLanguage('km'));
    api.route(`DELETE ${path}`, () =>
      errorResponse(409, { message: 'A payment for this main lesson is being processed' }),
    );
    open();
    expect(await title('មិនបានបោះបង់ការបង់\u2060ប្រាក់ទេ')).toBeTruthy();
    expect(
      screen.getByText(/^អ្នក\u2060ផ្ដល់សេវាបង់\u2060ប្រាក់កំពុងដំណើរ\u2060ការការបង់\u2060ប្រាក់នេះនៅឡើយ/),
    ).toBeTruthy();
    expect(document.title).toBe('មិនបានបោះបង់ការបង់\u2060ប្រាក់ទេ · Khmer Learning');
  });
});
