import {
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { type ApiKey, apiKeyPattern, endpoints } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildApiKey, fakeApiKeysApi, fakeClipboard } from '../testing/api-key-fixtures.ts';
import { testAdmin } from '../testing/purchase-fixtures.ts';
import { ApiSettings } from './api-settings.tsx';

const stored = `khmer_AbCdEf${'x'.repeat(26)}_mb0r2q9k`;
const storageName = `khmer-learning.api-key.${testAdmin.id}`;
const keptKey = () => localStorage.getItem(storageName);
const sentKeys = () => api.sent('POST', '/api/api-keys').map(({ body }) => (body as { key: string }).key);

let api: FakeApi;
let clipboard: { texts: string[] };

beforeEach(() => {
  resetBrowserState();
  toast.dismiss();
});

/** Opens the view for an admin with these keys on the server and this one in the browser. */
async function open({ keys = [], kept }: { keys?: readonly ApiKey[]; kept?: string } = {}) {
  api = fakeApiKeysApi(keys);
  if (kept !== undefined) localStorage.setItem(storageName, kept);
  const { user } = renderView(ApiSettings, 'api-settings', { user: testAdmin });
  clipboard = fakeClipboard();
  await screen.findByText(keys[0] === undefined ? 'No active keys' : `${keys[0].prefix}…`);
  return { user };
}

const dialog = (name: string) => screen.findByRole('alertdialog', { name });
const row = (prefix: string) => screen.findByRole('row', { name: new RegExp(prefix) });

describe('a first key', () => {
  it('can be generated when there is none', async () => {
    await open();
    expect(screen.getByText('No API key generated yet.')).toBeTruthy();
    expect(screen.getByText('No active keys')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy API key' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    ['Generate', () => clickButton('Generate')],
    ['the button of the header', clickHeaderAction],
  ])('is made by %s after a second, registered, then kept in the browser', async (_name, press) => {
    await open();
    const before = Date.now();
    await press();
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Generating...' });
    expect(busy.disabled).toBe(true);
    expect(await screen.findByText('API Key Generated')).toBeTruthy();
    expect(screen.getByText('Your new API key has been created and saved.')).toBeTruthy();
    const [key = ''] = sentKeys();
    expect(key).toMatch(apiKeyPattern);
    expect(keptKey()).toBe(key);
    expect(await row(key.slice(0, 12))).toBeTruthy();
    const madeAt = Number.parseInt(key.slice(key.lastIndexOf('_') + 1), 36);
    expect(madeAt).toBeGreaterThanOrEqual(before + 990);
    expect(madeAt).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    [
      'in the server’s words',
      errorResponse(503, { message: 'Not available right now' }),
      'Not available right now',
    ],
    ['in its own', { status: 502, body: '' }, 'Failed to generate API key'],
  ])('that cannot be registered is not stored, and the error is shown %s', async (_name, answer, message) => {
    await open();
    api.route('POST /api/api-keys', () => answer);
    await clickButton('Generate');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(keptKey()).toBeNull();
    expect(screen.getByText('No API key generated yet.')).toBeTruthy();
  });

  it('that the browser cannot store is still shown', async () => {
    await open();
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await clickButton('Generate');
    expect(await screen.findByText('This browser could not save the key. Copy it now.')).toBeTruthy();
    jest.restoreAllMocks();
    await screen.findByRole('button', { name: 'Copy API key' });
    await clickButton('Copy API key');
    await waitFor(() => expect(clipboard.texts).toEqual(sentKeys()));
  });
});

describe('the key in this browser', () => {
  it('is masked until it is revealed, also in the snippets', async () => {
    await open({ keys: [buildApiKey(testAdmin.id)], kept: stored });
    const mask = `khmer_${'•'.repeat(24)}`;
    const program = screen.getByRole('region', { name: 'Web quick start' });
    expect(screen.getByText(mask)).toBeTruthy();
    expect(program.textContent).toContain(mask);
    expect(document.body.textContent).not.toContain(stored);
    await clickButton('Show API key');
    expect(screen.getByText(stored)).toBeTruthy();
    expect(program.textContent).toContain(stored);
    await clickButton('Hide API key');
    expect(document.body.textContent).not.toContain(stored);
    expect(await axeViolations()).toEqual([]);
  });

  it('is copied unmasked while it is masked', async () => {
    await open({ keys: [buildApiKey(testAdmin.id)], kept: stored });
    await clickButton('Copy API key');
    expect(await screen.findByText('Copied!')).toBeTruthy();
    expect(clipboard.texts).toEqual([stored]);
  });

  it('is the signed-in person’s own', async () => {
    localStorage.setItem('khmer-learning.api-key.2', stored);
    await open();
    expect(screen.getByText('No API key generated yet.')).toBeTruthy();
  });

  it.each([
    ['has been revoked', []],
    ['was replaced elsewhere', [buildApiKey(testAdmin.id, { prefix: 'khmer_Zzzzzz' })]],
  ])('is called out when it %s', async (_name, keys) => {
    await open({ keys, kept: stored });
    expect(await screen.findByText('The key in this browser no longer works')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('is updated when another tab changes it', async () => {
    await open({ keys: [buildApiKey(testAdmin.id)] });
    localStorage.setItem(storageName, stored);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storageName })));
    expect(await screen.findByRole('button', { name: 'Show API key' })).toBeTruthy();
  });
});

it('shows a notice when the server has a key that is not stored in this browser', async () => {
  await open({ keys: [buildApiKey(testAdmin.id)] });
  expect(screen.getByText('Your API key is not saved in this browser')).toBeTruthy();
  expect(screen.getByText(/It starts with khmer_AbCdEf and still works/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Regenerate' })).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

describe('another key', () => {
  it.each([
    ['one in the browser', { keys: [buildApiKey(testAdmin.id)], kept: stored }, 'Regenerate'],
    ['one on the server', { keys: [buildApiKey(testAdmin.id)] }, 'Regenerate'],
  ])('replaces %s only after confirmation', async (_name, state, label) => {
    await open(state);
    await clickButton(label);
    const question = await dialog('Regenerate the API key?');
    expect(within(question).getByText(/will stop working everywhere immediately/)).toBeTruthy();
    await clickButton('Cancel', question);
    expect(sentKeys()).toEqual([]);
    expect(keptKey()).toBe('kept' in state ? stored : null);

    await clickHeaderAction();
    await clickButton('Regenerate', await dialog('Regenerate the API key?'));
    expect(await screen.findByText('API Key Generated')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(keptKey()).toBe(sentKeys()[0]);
    expect(keptKey()).not.toBe(stored);
  });

  it('also asks for confirmation while the active keys are unknown', async () => {
    api = fakeApiKeysApi([]);
    api.route('GET /api/api-keys', () => errorResponse(503, { message: 'Not available right now' }));
    renderView(ApiSettings, 'api-settings', { user: testAdmin });
    expect(await screen.findByText('Active keys could not be loaded')).toBeTruthy();
    await clickButton('Generate');
    expect(await dialog('Regenerate the API key?')).toBeTruthy();
  });

  it('keeps the old one when generation fails, and the dialog shows the error', async () => {
    await open({ keys: [buildApiKey(testAdmin.id)], kept: stored });
    api.route('POST /api/api-keys', () => errorResponse(503, { message: 'Not available right now' }));
    await clickButton('Regenerate');
    const question = await dialog('Regenerate the API key?');
    await clickButton('Regenerate', question);
    expect(await within(question).findByText('Not available right now')).toBeTruthy();
    expect(keptKey()).toBe(stored);
  });
});

describe('the active keys', () => {
  const rith = buildApiKey(2, { prefix: 'khmer_Rithhh', lastUsedAt: '2026-05-06T01:30:00.000Z' });

  it('show prefix, owner, creation date and last use', async () => {
    await open({ keys: [buildApiKey(testAdmin.id), rith] });
    const own = within(await row('khmer_AbCdEf'));
    for (const text of ['khmer_AbCdEf…', 'You', 'May 4, 2026', 'Never'])
      expect(own.getByText(text)).toBeTruthy();
    const other = within(await row('khmer_Rithhh'));
    for (const text of ['Bopha 2', 'May 6, 2026']) expect(other.getByText(text)).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Key',
      'Owner',
      'Created',
      'Last Used',
      'Actions',
    ]);
  });

  it('can be revoked after confirmation; one’s own is also removed from this browser', async () => {
    await open({ keys: [buildApiKey(testAdmin.id), rith], kept: stored });
    await clickButton('Revoke khmer_Rithhh');
    let question = await dialog('Revoke this API key?');
    await clickButton('Cancel', question);
    expect(api.sent('DELETE', '/api/api-keys/20')).toEqual([]);
    await clickButton('Revoke khmer_Rithhh');
    await clickButton('Revoke', await dialog('Revoke this API key?'));
    expect(await screen.findByText('API key revoked successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: /khmer_Rithhh/ })).toBeNull());
    expect(keptKey()).toBe(stored);

    await clickButton('Revoke khmer_AbCdEf');
    question = await dialog('Revoke this API key?');
    await clickButton('Revoke', question);
    await waitFor(() => expect(keptKey()).toBeNull());
    expect(await screen.findByText('No API key generated yet.')).toBeTruthy();
  });

  it('stay when they cannot be revoked, and the dialog shows the error', async () => {
    await open({ keys: [rith] });
    api.route('DELETE /api/api-keys/20', () => errorResponse(404, { message: 'API key not found' }));
    await clickButton('Revoke khmer_Rithhh');
    const question = await dialog('Revoke this API key?');
    await clickButton('Revoke', question);
    expect(await within(question).findByText('API key not found')).toBeTruthy();
  });
});

describe('the public API', () => {
  it('shows its base URL with a copy button', async () => {
    await open();
    expect(screen.getByText('http://localhost/api/v1')).toBeTruthy();
    await clickButton('Copy base URL');
    expect(await screen.findByText('Copied!')).toBeTruthy();
    expect(clipboard.texts).toEqual(['http://localhost/api/v1']);
  });

  it.each([
    ['GET', '/api/v1/lessons'],
    ['GET', '/api/v1/lessons/{id}'],
    ['POST', '/api/v1/quizzes/{id}/submit'],
    ['GET', '/api/v1/search?q=...'],
  ])('lists %s %s among the popular endpoints with a copy button', async (method, path) => {
    await open();
    const popular = within(screen.getByRole('region', { name: 'Popular endpoints' }));
    expect(popular.getByText(path)).toBeTruthy();
    const routed = path.replace('{id}', ':id').replace(/\?.*/, '');
    expect(endpoints.some((endpoint) => endpoint.method === method && endpoint.path === routed)).toBe(true);
    await clickButton(`Copy ${method} ${path}`);
    await waitFor(() => expect(clipboard.texts).toEqual([`http://localhost${path}`]));
  });

  it('links to its documentation', async () => {
    await open();
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ textContent, href }) => [textContent, new URL(href).pathname])).toEqual([
      ['Full documentation', '/api/v1/docs'],
      ['openapi.json', '/api/v1/openapi.json'],
    ]);
  });

  it.each(['Web', 'Mobile', 'Backend', 'curl'])(
    'has a quick start for %s, copied with the key in it',
    async (label) => {
      const { user } = await open({ keys: [buildApiKey(testAdmin.id)], kept: stored });
      await user.click(screen.getByRole('tab', { name: label }));
      const program = screen.getByRole('region', { name: `${label} quick start` });
      await clickButton('Show API key');
      await clickButton(`Copy the ${label} quick start`);
      await waitFor(() => expect(clipboard.texts).toHaveLength(1));
      expect(clipboard.texts[0]).toBe(program.textContent);
      expect(program.textContent).toContain(stored);
      expect(program.textContent).toContain('http://localhost/api/v1');
      expect(await axeViolations()).toEqual([]);
    },
  );

  it('shows a placeholder while there is no key', async () => {
    await open();
    expect(screen.getByRole('region', { name: 'Web quick start' }).textContent).toContain("'YOUR_API_KEY'");
  });

  it('shows security tips', async () => {
    await open();
    const tips = within(screen.getByRole('region', { name: 'Security Tips' }));
    expect(tips.getAllByRole('listitem')).toHaveLength(6);
    expect(tips.getByText(/Never commit it/)).toBeTruthy();
  });

  it('shows an error when the browser does not allow copying', async () => {
    await open();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    await clickButton('Copy base URL');
    expect(await screen.findByText(/does not allow copying here/)).toBeTruthy();
  });
});
