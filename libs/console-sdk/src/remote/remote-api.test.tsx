import { screen } from '@testing-library/react';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { type FakeApi, fakeApi } from '../testing/fake-api.ts';
import { clickButton, errorResponse, renderView } from '../testing.ts';
import { type CallRemoteApi, useRemoteApi, useRemoteSettings } from './remote-api.tsx';

const path = '/api/users/me/settings/word-games';
let api: FakeApi;

/** The function that a view of the remote gets. */
function renderCaller(): CallRemoteApi {
  let call: CallRemoteApi | undefined;
  const View = () => {
    call = useRemoteApi();
    return null;
  };
  renderView(View, 'word-games', { remote: 'word-games' });
  if (!call) throw new Error('The view was not rendered');
  return call;
}

describe('a call to the own backend', () => {
  it('goes to the remote of the view, with its path escaped', async () => {
    api = fakeApi({ 'POST /api/remotes/word-games/*': ({ body }) => ({ body: { got: body } }) });
    const call = renderCaller();
    const query = { level: 'A1', none: undefined };
    expect(await call('/lists/a b:c/..%2F', { method: 'POST', query, body: { n: 1 } })).toEqual({
      got: { n: 1 },
    });
    const [sent] = api.sent('POST', '/api/remotes/word-games/lists/a%20b%3Ac/..%252F');
    expect(String(sent?.query)).toBe('level=A1');
  });

  it('fails as a call of the console does', async () => {
    fakeApi({
      'GET /api/remotes/word-games/words': () =>
        errorResponse(503, { message: 'Word Games is not available right now.', code: 'unavailable' }),
    });
    const call = renderCaller();
    const error = await call('words').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, userMessage: 'Word Games is not available right now.' });
  });
});

const schema = z.object({ level: z.enum(['A1', 'A2']).default('A1') });

function Settings() {
  const { settings, save, isSaving } = useRemoteSettings(schema);
  const [failure, setFailure] = useState('');
  const choose = () => save({ level: 'A2' }).catch((error: Error) => setFailure(error.name));
  return (
    <>
      <p>{settings?.level ?? 'loading'}</p>
      <p>{failure}</p>
      <button type="button" disabled={isSaving} onClick={choose}>
        Choose
      </button>
    </>
  );
}

it('keeps settings of the user, with defaults for what is not stored or does not fit any more', async () => {
  let stored: { settings: object; version: number } = { settings: { level: 'C9' }, version: 3 };
  api = fakeApi({
    [`GET ${path}`]: () => ({ body: stored }),
    [`PUT ${path}`]: ({ body }) => {
      stored = { settings: body as object, version: stored.version + 1 };
      return { body: stored };
    },
  });
  renderView(Settings, 'word-games', { remote: 'word-games' });
  expect(await screen.findByText('A1')).toBeTruthy();
  await clickButton('Choose');
  expect(await screen.findByText('A2')).toBeTruthy();
  expect(api.sent('PUT', path).map(({ headers, body }) => [headers.get('if-match'), body])).toEqual([
    ['"3"', { level: 'A2' }],
  ]);
});

it('reads the settings again when another tab has changed them', async () => {
  let version = 1;
  fakeApi({
    [`GET ${path}`]: () => ({ body: { settings: version === 1 ? {} : { level: 'A2' }, version } }),
    [`PUT ${path}`]: () => {
      version = 2;
      return errorResponse(409, { message: 'These settings were changed', code: 'stale_version' });
    },
  });
  renderView(Settings, 'word-games', { remote: 'word-games' });
  await screen.findByText('A1');
  await clickButton('Choose');
  expect(await screen.findByText('ApiError')).toBeTruthy();
  expect(await screen.findByText('A2')).toBeTruthy();
});
