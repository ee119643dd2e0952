import {
  chooseRowAction,
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  fakeApi,
  fillField,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { Webhook, WebhookDeliveryDetails } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, within } from '@testing-library/react';
import { testAdmin } from '../testing/user-fixtures.ts';
import { WebhooksView } from './webhooks-view.tsx';

const accounting: Webhook = {
  id: 3,
  address: 'https://hooks.example/khmer',
  description: 'Accounting',
  events: ['purchase.completed', 'purchase.refunded'],
  off: null,
  failingSince: null,
  createdAt: '2026-05-04T03:42:00.000Z',
};
const gone: Webhook = {
  ...accounting,
  id: 2,
  description: 'Old shop',
  off: { reason: 'gone', at: accounting.createdAt },
};
const failed: WebhookDeliveryDetails = {
  id: 'msg_1',
  type: 'purchase.completed',
  state: 'waiting',
  createdAt: accounting.createdAt,
  attempts: 2,
  lastAttemptAt: accounting.createdAt,
  status: 503,
  nextAttemptAt: '2026-05-04T03:47:00.000Z',
  body: '{"type":"purchase.completed"}',
  attempt: {
    headers: { 'webhook-id': 'msg_1' },
    durationMs: 41,
    answer: 'Later, please',
    failure: null,
    detail: null,
  },
};

let api: FakeApi;
beforeEach(() => {
  resetBrowserState();
  api = fakeApi({
    'GET /api/webhooks': () => ({ body: [accounting, gone] }),
    'GET /api/webhooks/3/deliveries': () => ({ body: { deliveries: [failed], total: 1 } }),
    'GET /api/webhooks/3/deliveries/msg_1': () => ({ body: failed }),
  });
});
const open = async (text = 'Accounting') => {
  renderView(WebhooksView, 'webhooks', { user: testAdmin });
  await screen.findByText(text);
};
const dialog = (name: string) => screen.findByRole('dialog', { name });

it('lists webhooks with their state, and switches one on', async () => {
  await open();
  expect(screen.getByText('On')).toBeTruthy();
  expect(screen.getByText('Off: the receiver is gone')).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
  api.route('PATCH /api/webhooks/2', () => ({ body: { ...gone, off: null } }));
  await chooseRowAction('Old shop', 'Switch on');
  expect(await screen.findByText('Webhook saved')).toBeTruthy();
  expect(api.sent('PATCH', '/api/webhooks/2').map(({ body }) => body)).toEqual([{ isOn: true }]);
});

it('creates one and shows its secret once; what is wrong is said at the field', async () => {
  api.route('GET /api/webhooks', () => ({ body: [] }));
  await open('No webhooks yet');
  await clickHeaderAction();
  const form = await dialog('New Webhook');
  await clickButton('Create Webhook', form);
  expect(await within(form).findByText('Choose at least one event')).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
  await fillField(within(form).getByLabelText(/Description/), 'Accounting');
  await fillField(within(form).getByLabelText(/Address/), accounting.address);
  act(() =>
    within(form)
      .getByRole('checkbox', { name: /A purchase was completed/ })
      .click(),
  );
  api.route('POST /api/webhooks', () => ({
    status: 201,
    body: { webhook: accounting, secret: 'whsec_c2VjcmV0' },
  }));
  await clickButton('Create Webhook', form);
  const secret = await dialog('Secret of the webhook');
  expect(within(secret).getByText('whsec_c2VjcmV0')).toBeTruthy();
  expect(api.sent('POST', '/api/webhooks').map(({ body }) => body)).toEqual([
    { address: accounting.address, description: 'Accounting', events: ['purchase.completed'] },
  ]);
  await clickButton('I have kept it', secret);
  expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull();
});

it('shows what was sent and answered, and sends it again', async () => {
  await open();
  await chooseRowAction('Accounting', 'Deliveries');
  const list = await dialog('Deliveries');
  expect(await within(list).findByText('Waiting · 503')).toBeTruthy();
  await clickButton('Open A purchase was completed', list);
  const details = await dialog('Delivery');
  expect(await within(details).findByText('Later, please')).toBeTruthy();
  expect(within(details).getByText(/webhook-id: msg_1/).textContent).toContain(failed.body);
  expect(await axeViolations()).toEqual([]);
  api.route('POST /api/webhooks/3/deliveries/msg_1/send', () => ({
    body: { message: 'The delivery is sent again' },
  }));
  await clickButton('Send again', details);
  expect(await screen.findByText('The delivery is sent again')).toBeTruthy();
});

it('says when the list cannot be loaded or a test cannot be sent', async () => {
  api.route('GET /api/webhooks', () => ({ status: 500, body: 'broken' }));
  await open('Webhooks could not be loaded');
  api.route('GET /api/webhooks', () => ({ body: [accounting] }));
  await clickButton('Try again');
  await screen.findByText('Accounting');
  api.route('POST /api/webhooks/3/test', () =>
    errorResponse(409, { message: 'The webhook is off. Switch it on first.' }),
  );
  await chooseRowAction('Accounting', 'Send a test event');
  expect(await screen.findByText('The webhook is off. Switch it on first.')).toBeTruthy();
});
