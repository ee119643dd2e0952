import {
  clickButton,
  errorResponse,
  type FakeApi,
  type FakeResponse,
  fakeApi,
} from '@khmer-learning/console-sdk/testing';
import { setLanguage } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../testing/render-page.tsx';
import { CompletePage } from './complete-page.tsx';

const capturePath = '/api/orders/ORDER-1/capture';
const hintPath = '/api/lessons/purchase/ORDER-1/payment-status';
const providerDown = 'The payment provider cannot be reached. Try again in a moment.';

let api: FakeApi;

const captured = (status: string): FakeResponse => ({ body: { id: 'ORDER-1', status } });
const stored = (paymentStatus: string): FakeResponse => ({ body: { purchaseId: 'ORDER-1', paymentStatus } });
const answers = (capture: FakeResponse, hint: FakeResponse) => {
  api.route(`POST ${capturePath}`, () => capture);
  api.route(`PATCH ${hintPath}`, () => hint);
};
const open = (address = '/complete?token=ORDER-1&PayerID=P1') => renderPage(CompletePage, address);
const title = async (name: string) => screen.findByRole('heading', { level: 1, name });
const variant = () => document.querySelector('[data-look]')?.getAttribute('data-look');
/** Number of requests to each endpoint. */
const calls = () => [api.sent('POST', capturePath).length, api.sent('PATCH', hintPath).length];

beforeEach(() => {
  api = fakeApi({});
});

describe('coming back after paying', () => {
  it('says Verifying... and Do not close! until it is known', async () => {
    api.route(`POST ${capturePath}`, () => new Promise(() => {}));
    open();
    expect(await title('Verifying...')).toBeTruthy();
    expect(screen.getByText('Do not close!')).toBeTruthy();
    expect(variant()).toBe('working');
    expect(document.title).toBe('Verifying... · Khmer Learning');
  });

  it('captures once, then sends the capture’s lower-cased status, and shows Payment Complete!', async () => {
    answers(captured('COMPLETED'), stored('completed'));
    open();
    expect(await title('Payment Complete!')).toBeTruthy();
    expect(variant()).toBe('success');
    expect(screen.getByRole('status').textContent).toContain('Payment Complete!');
    expect(calls()).toEqual([1, 1]);
    expect(api.sent('POST', capturePath)[0]?.body).toBeUndefined();
    expect(api.sent('PATCH', hintPath)[0]?.body).toEqual({ paymentStatus: 'completed' });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('uses the id from the capture response, not from the URL', async () => {
    api.route(`POST ${capturePath}`, () => ({ body: { id: 'ORDER-2', status: 'COMPLETED' } }));
    api.route('PATCH /api/lessons/purchase/ORDER-2/payment-status', () => stored('completed'));
    open();
    expect(await title('Payment Complete!')).toBeTruthy();
  });

  it('shows the status that the server stored, not the one from the capture response', async () => {
    answers(captured('COMPLETED'), stored('declined'));
    open();
    expect(await title('Payment not completed')).toBeTruthy();
  });

  it.each([
    ['completed', 'Payment Complete!', 'success', 'Thank you.'],
    ['complete', 'Payment Complete!', 'success', 'Thank you.'],
    ['partially_refunded', 'Payment Complete!', 'success', 'Part of it has been refunded.'],
    ['refunded', 'Payment refunded', 'notice', 'has since been refunded'],
    ['pending', 'Payment pending', 'waiting', 'still processing this payment'],
    ['payer_action_required', 'Payment pending', 'waiting', 'still processing this payment'],
    ['declined', 'Payment not completed', 'failure', 'The payment was declined. Nothing was charged.'],
    ['failed', 'Payment not completed', 'failure', 'The payment was declined. Nothing was charged.'],
    ['cancelled', 'Payment not completed', 'failure', 'The payment was cancelled. Nothing was charged.'],
    ['odd', 'Payment not completed', 'failure', 'The payment provider reports the status “odd”.'],
  ])('a payment that is %s reads %s', async (status, heading, icon, words) => {
    answers(captured(status.toUpperCase()), stored(status));
    open();
    expect(await title(heading)).toBeTruthy();
    expect(variant()).toBe(icon);
    expect(screen.getByRole('status').textContent).toContain(words);
  });

  it('has no axe violations after a refund', async () => {
    answers(captured('COMPLETED'), stored('refunded'));
    open();
    await title('Payment refunded');
    expect(await axeViolations()).toEqual([]);
  });

  it('checks a pending payment again on request', async () => {
    answers(captured('PENDING'), stored('pending'));
    open();
    await title('Payment pending');
    expect(await axeViolations()).toEqual([]);
    answers(captured('COMPLETED'), stored('completed'));
    await clickButton('Check again');
    expect(await title('Payment Complete!')).toBeTruthy();
    expect(calls()).toEqual([2, 2]);
  });

  it.each([
    ['is declined', errorResponse(422, { message: 'The payment was declined' }), 'The payment was declined'],
    [
      'was never approved',
      errorResponse(409, { message: 'The payment has not been approved yet' }),
      'The payment has not been approved yet',
    ],
    [
      'is not ours',
      errorResponse(404, { message: 'Purchase not found' }),
      'This payment could not be found.',
    ],
    [
      'has no readable token',
      errorResponse(400, { message: 'Invalid payment token' }),
      'Invalid payment token',
    ],
    ['meets a provider that is down', errorResponse(503, { message: providerDown }), providerDown],
    ['meets a server that says nothing', { status: 502, body: '' }, 'Something went wrong.'],
  ])('says why a payment that %s was not completed, and tries again', async (_name, answer, reason) => {
    answers(answer, stored('completed'));
    open();
    expect(await title('Payment not completed')).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.getByText('You will not be charged twice if you try again.')).toBeTruthy();
    expect(variant()).toBe('failure');
    expect(calls()).toEqual([1, 0]);
    answers(captured('COMPLETED'), stored('completed'));
    await clickButton('Try again');
    expect(await title('Payment Complete!')).toBeTruthy();
  });

  it('says that the network is down', async () => {
    open();
    expect(await title('Payment not completed')).toBeTruthy();
    expect(screen.getByText(/The server cannot be reached/)).toBeTruthy();
  });

  it.each([
    [
      'is not confirmed',
      errorResponse(409, { message: 'The payment provider did not confirm this payment status' }),
    ],
    ['cannot be confirmed now', errorResponse(503, { message: providerDown })],
  ])('says that a payment was received but %s', async (_name, answer) => {
    answers(captured('COMPLETED'), answer);
    open();
    expect(await title('Payment not completed')).toBeTruthy();
    expect(
      screen.getByText(/^Your payment was received but is not confirmed yet\. The p(ayment p)?rovider/),
    ).toBeTruthy();
    answers(captured('COMPLETED'), stored('completed'));
    await clickButton('Try again');
    expect(await title('Payment Complete!')).toBeTruthy();
  });

  it('shows the capture’s status when a payment is not completed and cannot be synchronised', async () => {
    answers(captured('PENDING'), errorResponse(503, { message: providerDown }));
    open();
    expect(await title('Payment pending')).toBeTruthy();
  });

  it.each(['/complete', '/complete?token='])(
    'shows an error for %s, and sends no request',
    async (address) => {
      open(address);
      expect(await title('Payment not completed')).toBeTruthy();
      expect(screen.getByText(/This link does not refer to a payment/)).toBeTruthy();
      expect(screen.queryByRole('button')).toBeNull();
      expect(calls()).toEqual([0, 0]);
    },
  );

  it('captures the same order again on a reload; the server charges once', async () => {
    answers(captured('COMPLETED'), stored('completed'));
    const first = open();
    await title('Payment Complete!');
    first.unmount();
    open();
    await title('Payment Complete!');
    expect(calls()).toEqual([2, 2]);
  });
});

describe('in Khmer', () => {
  afterEach(() => act(() => setLanguage('en')));

  it('shows a result that is there already in the language that the learner chooses, without a second capture', async () => {
    answers(captured('DECLINED'), stored('declined'));
    open();
    expect(await title('Payment not completed')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'ខ្មែរ' }));
    expect(await title('ការបង់\u2060ប្រាក់មិនបានសម្រេចទេ')).toBeTruthy();
    expect(screen.getByText('ការបង់\u2060ប្រាក់ត្រូវបានបដិសេធ។ អ្នកមិនត្រូវបានកាត់ប្រាក់ទេ។')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'ព្យាយាមម្ដង\u2060ទៀត' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('km');
    expect(calls()).toEqual([1, 1]);
    expect(await axeViolations()).toEqual([]);
  });
});
