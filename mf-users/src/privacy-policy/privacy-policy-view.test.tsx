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
import { screen, waitFor } from '@testing-library/react';
import { testAdmin } from '../testing/user-fixtures.ts';
import { PrivacyPolicyView } from './privacy-policy-view.tsx';

const path = '/api/privacy-policy';
const stored = { text: 'We keep your email address.', version: 3, updatedAt: '2026-05-04T03:42:00.000Z' };

let api: FakeApi;

beforeEach(() => {
  resetBrowserState();
  api = fakeApi({ [`GET ${path}`]: () => ({ body: stored }) });
});

const open = async () => {
  renderView(PrivacyPolicyView, 'privacy-policy', { user: testAdmin });
  return screen.findByLabelText<HTMLTextAreaElement>('Text');
};

it('shows the text and a link to the page, and saves over the version that was shown', async () => {
  api.route(`PUT ${path}`, ({ body }) => {
    const saved = { ...stored, ...(body as object), version: 4 };
    api.route(`GET ${path}`, () => ({ body: saved }));
    return { body: saved };
  });
  const field = await open();
  expect(field.value).toBe(stored.text);
  expect(screen.getByRole('link', { name: 'Open the public page' }).getAttribute('href')).toBe(
    '/privacy-policy',
  );
  expect(await axeViolations()).toEqual([]);
  await fillField(field, 'We keep nothing.');
  await clickButton('Save');
  expect(await screen.findByText('Privacy policy saved')).toBeTruthy();
  const sent = api.sent('PUT', path).at(-1);
  expect(sent?.body).toEqual({ text: 'We keep nothing.' });
  expect(sent?.headers.get('if-match')).toBe('"3"');
  await waitFor(() => expect(field.value).toBe('We keep nothing.'));
});

it('offers the differences when someone else has saved first', async () => {
  api.route(`PUT ${path}`, () =>
    errorResponse(409, {
      message: 'This privacy policy was changed by someone else',
      code: 'stale_version',
    }),
  );
  const field = await open();
  await fillField(field, 'Mine.');
  await clickButton('Save');
  expect(
    await screen.findByRole('dialog', { name: 'This privacy policy was changed by someone else' }),
  ).toBeTruthy();
  await clickButton('Keep editing');
  expect(field.value).toBe('Mine.');
});

it('offers to try again when the text cannot be loaded', async () => {
  api.route(`GET ${path}`, () => ({ status: 500, body: 'broken' }));
  renderView(PrivacyPolicyView, 'privacy-policy', { user: testAdmin });
  expect(await screen.findByText('The privacy policy could not be loaded')).toBeTruthy();
  api.route(`GET ${path}`, () => ({ body: stored }));
  await clickButton('Try again');
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Text')).value).toBe(stored.text);
});
