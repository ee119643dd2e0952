import { clickButton, fakeApi, renderView, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import type { PreviewLink } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, within } from '@testing-library/react';
import { PhoneLinkButton } from './phone-link-button.tsx';

const times = { createdAt: '2026-05-04T03:00:00.000Z', expiresAt: '2026-05-05T03:00:00.000Z' };
const foreign: PreviewLink = { id: 1, createdBy: { id: 9, name: 'Bopha' }, ...times };
const own: PreviewLink = { id: 2, createdBy: { id: 1, name: 'Sokha' }, ...times };

beforeEach(() => resetBrowserState());

it('creates a link to what is saved, with its QR code, and revokes it', async () => {
  let links = [foreign];
  const api = fakeApi({});
  api.route('GET /api/lessons/7/preview-links', () => ({ body: { links } }));
  api.route('POST /api/lessons/7/preview-links', () => {
    links = [own, foreign];
    return { status: 201, body: { ...own, path: '/preview/secret' } };
  });
  api.route('DELETE /api/preview-links/2', () => {
    links = [foreign];
    return { body: { message: 'The link was revoked' } };
  });
  renderView(() => <PhoneLinkButton lessonId={7} />, 'lessons');
  await clickButton('Open on my phone');
  const dialog = await screen.findByRole('dialog', { name: 'Open on my phone' });
  expect(within(dialog).getByText(/as it was last saved/)).toBeTruthy();
  const items = async (count: number) => {
    await within(dialog).findByText(/^Bopha, until/);
    expect(await within(dialog).findAllByRole('listitem')).toHaveLength(count);
  };
  await items(1);
  // Only its creator and admins revoke a link.
  expect(within(dialog).queryByRole('button', { name: /^Revoke/ })).toBeNull();

  await clickButton('Create link', dialog);
  expect(await within(dialog).findByRole('img', { name: 'QR code of the link' })).toBeTruthy();
  expect(within(dialog).getByLabelText<HTMLInputElement>('Link').value).toBe(
    'http://localhost/preview/secret',
  );
  await within(dialog).findByText(/^Sokha, until/);
  await items(2);
  expect(await axeViolations()).toEqual([]);

  await clickButton('Revoke the link of Sokha', dialog);
  await screen.findByText('The link was revoked');
  expect(within(dialog).queryByLabelText('Link')).toBeNull();
  expect(api.sent('DELETE', '/api/preview-links/2')).toHaveLength(1);
});
