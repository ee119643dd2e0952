import {
  chooseRowAction,
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  fillField,
  goBack,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import { type ApiKey, apiKeyPattern, endpoints } from '@khmer-learning/contracts';
import { setNumerals, toast } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildApiKey, buildUsage, fakeApiKeysApi, fakeClipboard } from '../testing/api-key-fixtures.ts';
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
  if (keys[0] !== undefined) await screen.findByText('No calls in the last 30 days');
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
  expect(screen.getByRole('button', { name: 'Generate' })).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

describe('another key', () => {
  const other = buildApiKey(testAdmin.id, { id: 11, name: 'Kiosk', prefix: 'khmer_Kioskk' });

  it('for a browser without one replaces nothing', async () => {
    await open({ keys: [buildApiKey(testAdmin.id), other] });
    await clickButton('Generate');
    expect(await screen.findByText('API Key Generated')).toBeTruthy();
    const [{ body } = { body: null }] = api.sent('POST', '/api/api-keys');
    expect(body).toEqual({ key: keptKey(), name: 'Browser key' });
    expect(await row('khmer_AbCdEf')).toBeTruthy();
  });

  it('replaces the one in the browser only after confirmation, and no other', async () => {
    await open({ keys: [buildApiKey(testAdmin.id), other], kept: stored });
    await clickButton('Regenerate');
    const question = await dialog('Regenerate the API key?');
    expect(within(question).getByText(/will stop working everywhere immediately/)).toBeTruthy();
    await clickButton('Cancel', question);
    expect(sentKeys()).toEqual([]);
    expect(keptKey()).toBe(stored);

    await clickHeaderAction();
    await clickButton('Regenerate', await dialog('Regenerate the API key?'));
    expect(await screen.findByText('API Key Generated')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(keptKey()).toBe(sentKeys()[0]);
    expect(keptKey()).not.toBe(stored);
    expect(api.sent('POST', '/api/api-keys').map(({ body }) => body)).toEqual([
      { key: keptKey(), replaces: testAdmin.id * 10 },
    ]);
    expect(await row('khmer_Kioskk')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: /khmer_AbCdEf/ })).toBeNull());
  });

  it('is not made while it is unknown which key it replaces', async () => {
    api = fakeApiKeysApi([]);
    localStorage.setItem(storageName, stored);
    api.route('GET /api/api-keys', () => errorResponse(503, { message: 'Not available right now' }));
    renderView(ApiSettings, 'api-settings', { user: testAdmin });
    expect(await screen.findByText('Active keys could not be loaded')).toBeTruthy();
    await clickButton('Regenerate');
    const question = await dialog('Regenerate the API key?');
    await clickButton('Regenerate', question);
    expect(await within(question).findByText('Not available right now')).toBeTruthy();
    expect(sentKeys()).toEqual([]);
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
    for (const text of ['khmer_AbCdEf…', 'You', 'All', 'May 4, 2026'])
      expect(own.getByText(text)).toBeTruthy();
    // It neither expires nor was used.
    expect(own.getAllByText('Never')).toHaveLength(2);
    const other = within(await row('khmer_Rithhh'));
    for (const text of ['Bopha 2', 'May 6, 2026']) expect(other.getByText(text)).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Key',
      'Owner',
      'Scopes',
      'Expires',
      'Created',
      'Last Used',
      'Actions',
    ]);
  });

  it('can be revoked after confirmation; one’s own is also removed from this browser', async () => {
    await open({ keys: [buildApiKey(testAdmin.id), rith], kept: stored });
    await chooseRowAction('khmer_Rithhh', 'Revoke');
    let question = await dialog('Revoke this API key?');
    await clickButton('Cancel', question);
    expect(api.sent('DELETE', '/api/api-keys/20')).toEqual([]);
    await chooseRowAction('khmer_Rithhh', 'Revoke');
    await clickButton('Revoke', await dialog('Revoke this API key?'));
    expect(await screen.findByText('API key revoked successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: /khmer_Rithhh/ })).toBeNull());
    expect(keptKey()).toBe(stored);

    await chooseRowAction('khmer_AbCdEf', 'Revoke');
    question = await dialog('Revoke this API key?');
    await clickButton('Revoke', question);
    await waitFor(() => expect(keptKey()).toBeNull());
    expect(await screen.findByText('No API key generated yet.')).toBeTruthy();
  });

  it('stay when they cannot be revoked, and the dialog shows the error', async () => {
    await open({ keys: [rith] });
    api.route('DELETE /api/api-keys/20', () => errorResponse(404, { message: 'API key not found' }));
    await chooseRowAction('khmer_Rithhh', 'Revoke');
    const question = await dialog('Revoke this API key?');
    await clickButton('Revoke', question);
    expect(await within(question).findByText('API key not found')).toBeTruthy();
  });
});

describe('a named key', () => {
  const kiosk = buildApiKey(2, {
    id: 21,
    name: 'Kiosk',
    prefix: 'khmer_Kioskk',
    scopes: ['read'],
    quotaPerMinute: 500,
    origins: ['https://app.example'],
    expiresAt: '2999-05-04T17:00:00.000Z',
  });
  const form = (name: string) => screen.findByRole('dialog', { name });

  it('is created with its settings, shown once, and not kept in the browser', async () => {
    await open();
    await clickButton('Create Key');
    const dialog = await form('Create API Key');
    expect(await axeViolations()).toEqual([]);
    await fillField(within(dialog).getByLabelText('Name'), 'Kiosk');
    await act(async () =>
      within(dialog)
        .getByRole('checkbox', { name: /orders/ })
        .click(),
    );
    await fillField(within(dialog).getByLabelText('Calls per minute'), '500');
    await fillField(within(dialog).getByLabelText('Web origins'), 'https://app.example/');
    await clickButton('Create API Key', dialog);
    const shown = await form('API Key Created');
    const [{ body } = { body: {} }] = api.sent('POST', '/api/api-keys');
    const { key, ...settings } = body as { key: string };
    expect(key).toMatch(apiKeyPattern);
    expect(settings).toEqual({
      name: 'Kiosk',
      scopes: ['read', 'submit'],
      quotaPerMinute: 500,
      expiresAt: null,
      origins: ['https://app.example'],
    });
    expect(within(shown).getByText(key)).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await clickButton('Done', shown);
    expect(keptKey()).toBeNull();
    expect(await row('Kiosk')).toBeTruthy();
    expect(document.body.textContent).not.toContain(key);
  });

  it('is edited: only what was changed is another', async () => {
    await open({ keys: [kiosk] });
    const shown = within(await row('khmer_Kioskk'));
    for (const text of ['Kiosk', 'Read', 'May 4, 2999']) expect(shown.getByText(text)).toBeTruthy();
    await clickButton('Edit khmer_Kioskk');
    const dialog = await form('Edit API Key');
    await fillField(within(dialog).getByLabelText('Calls per minute'), '');
    await clickButton('Save Changes', dialog);
    expect(await screen.findByText('API key updated successfully')).toBeTruthy();
    expect(api.sent('PATCH', '/api/api-keys/21').map(({ body }) => body)).toEqual([
      { name: 'Kiosk', scopes: ['read'], quotaPerMinute: null, origins: ['https://app.example'] },
    ]);
  });

  it('is opened by the address that names it, and Back closes it', async () => {
    window.history.replaceState(null, '', '#/api-settings?open=21');
    await open({ keys: [kiosk] });
    await form('Edit API Key');
    await goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.hash).toBe('#/api-settings');
    await clickButton('Edit khmer_Kioskk');
    expect(window.location.hash).toBe('#/api-settings?open=21');
  });

  it('that the address names and that is not active any more is said to be gone', async () => {
    window.history.replaceState(null, '', '#/api-settings?open=99');
    await open({ keys: [kiosk] });
    expect(await screen.findByText('API key not found')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not saved with invalid settings, and says where they are', async () => {
    await open({ keys: [kiosk] });
    await clickButton('Edit khmer_Kioskk');
    const dialog = await form('Edit API Key');
    await fillField(within(dialog).getByLabelText('Name'), ' ');
    await act(async () => within(dialog).getByRole('checkbox', { name: /Read/ }).click());
    await fillField(within(dialog).getByLabelText('Calls per minute'), 'many');
    await fillField(within(dialog).getByLabelText('Web origins'), 'app.example');
    await clickButton('Save Changes', dialog);
    for (const message of [
      'Name is required',
      'Choose at least one scope',
      'Quota must be a whole number',
      'Must be an origin such as https://app.example',
    ])
      expect(await within(dialog).findByText(message)).toBeTruthy();
    expect(api.sent('PATCH', '/api/api-keys/21')).toEqual([]);
    expect(await axeViolations()).toEqual([]);
  });

  it('that has expired is marked', async () => {
    await open({ keys: [buildApiKey(2, { expiresAt: '2020-01-01T00:00:00.000Z' })] });
    expect(within(await row('khmer_AbCdEf')).getByText('Expired')).toBeTruthy();
  });
});

describe('the use of keys', () => {
  afterEach(() => act(() => setNumerals('latn')));

  const kiosk = buildApiKey(2, { id: 21, name: 'Kiosk', prefix: 'khmer_Kioskk' });
  const used = buildUsage({ calls: 1_200, errors: 30, refused: 7 });
  const usagePath = 'GET /api/api-keys/21/usage';

  async function openUsage() {
    api = fakeApiKeysApi([kiosk]);
    return api;
  }

  it('is a chart per day with its numbers, and the same as a table', async () => {
    (await openUsage()).route(usagePath, () => ({ body: used }));
    renderView(ApiSettings, 'api-settings', { user: testAdmin });
    const card = within(await screen.findByRole('region', { name: 'Use per Day' }));
    expect(
      await card.findByRole('img', {
        name: 'Calls per day from Apr 1, 2026 to Apr 30, 2026, at most 1,200 a day',
      }),
    ).toBeTruthy();
    for (const text of ['Successful: 1,163', 'Errors: 30', 'Refused: 7'])
      expect(card.getByText(text)).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await clickButton('Show as Table');
    const cells = within(card.getByRole('table', { name: 'Use per day' })).getAllByRole('row');
    expect(cells).toHaveLength(2);
    for (const text of ['Apr 30, 2026', '1,200', '30', '7']) expect(cells[1]?.textContent).toContain(text);
    expect(await axeViolations()).toEqual([]);
  });

  it('has Khmer digits on a Khmer page whose reader has chosen them', async () => {
    (await openUsage()).route(usagePath, () => ({ body: used }));
    setNumerals('khmr');
    renderView(ApiSettings, 'api-settings', { user: testAdmin, language: 'km' });
    expect(await screen.findByText('ជោគជ័យ៖ ១,១៦៣')).toBeTruthy();
    const chart = screen.getByRole('img', { name: /^ចំនួនការហៅក្នុងមួយថ្ងៃ ពី ១ មេសា ២០២៦ ដល់ ៣០ មេសា ២០២៦/ });
    expect(chart).toBeTruthy();
  });

  it('says that there was none', async () => {
    await openUsage();
    renderView(ApiSettings, 'api-settings', { user: testAdmin });
    expect(await screen.findByText('No calls in the last 30 days')).toBeTruthy();
  });

  it('can be loaded again after an error', async () => {
    (await openUsage()).route(usagePath, () => errorResponse(503, { message: 'Not available right now' }));
    renderView(ApiSettings, 'api-settings', { user: testAdmin });
    expect(await screen.findByText('Use of this key could not be loaded')).toBeTruthy();
    api.route(usagePath, () => ({ body: used }));
    await clickButton('Try again');
    expect(await screen.findByText('Errors: 30')).toBeTruthy();
  });

  it('is shown for the chosen key', async () => {
    api = fakeApiKeysApi([kiosk, buildApiKey(3, { id: 31, name: 'Site', prefix: 'khmer_Siteee' })]);
    api.route('GET /api/api-keys/31/usage', () => ({ body: used }));
    renderView(ApiSettings, 'api-settings', { user: testAdmin });
    expect(await screen.findByText('No calls in the last 30 days')).toBeTruthy();
    await selectOption('API key', 'Site');
    expect(await screen.findByText('Errors: 30')).toBeTruthy();
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

describe('spaced repetition', () => {
  const share = () => screen.findByLabelText<HTMLInputElement>(/^Words that learners still know/);
  const days = () => screen.getByLabelText<HTMLInputElement>(/^Longest time/);

  it('is set in percent and days, within its limits', async () => {
    await open();
    expect((await share()).value).toBe('90');
    expect(days().value).toBe('365');
    await fillField(await share(), '98');
    await fillField(days(), '');
    await clickButton('Save Changes');
    expect(await screen.findByText('Enter a share from 70 to 97 %')).toBeTruthy();
    expect(screen.getByText('Enter 1 to 3,650 days')).toBeTruthy();
    expect(api.sent('PUT', '/api/review-parameters')).toEqual([]);
    expect(await axeViolations()).toEqual([]);
    const saved = { desiredRetention: 0.85, maximumIntervalDays: 90 };
    api.route('PUT /api/review-parameters', () => ({ body: { ...saved, version: 1 } }));
    await fillField(await share(), '85');
    await fillField(days(), '90');
    await clickButton('Save Changes');
    expect(await screen.findByText('The settings of spaced repetition were saved')).toBeTruthy();
    expect(api.sent('PUT', '/api/review-parameters')[0]?.body).toEqual(saved);
  });

  it('says when it cannot be loaded', async () => {
    await open();
    api.route('GET /api/review-parameters', () => ({ status: 500, body: {} }));
    renderView(ApiSettings, 'api-settings', { user: testAdmin });
    expect(await screen.findByText('Spaced Repetition could not be loaded')).toBeTruthy();
  });
});
