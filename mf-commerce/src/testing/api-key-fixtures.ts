import { fakeApi } from '@khmer-learning/console-sdk/testing';
import { type ApiKey, apiKeyPrefixLength, apiKeysCreate } from '@khmer-learning/contracts';
import { testAdmin } from './purchase-fixtures.ts';

/** Installs a fake clipboard, because jsdom has none. */
export function fakeClipboard(): { texts: string[] } {
  const texts: string[] = [];
  const writeText = async (text: string) => void texts.push(text);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  return { texts };
}

export function buildApiKey(userId: number, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: userId * 10,
    userId,
    userName: `Bopha ${userId}`,
    prefix: 'khmer_AbCdEf',
    createdAt: '2026-05-04T03:42:00.000Z',
    lastUsedAt: null,
    ...changes,
  };
}

/** A fake API that stores one key per admin, as the users service does. */
export function fakeApiKeysApi(initial: readonly ApiKey[]) {
  let keys = [...initial];
  const api = fakeApi({
    'GET /api/api-keys': () => ({ body: keys }),
    'POST /api/api-keys': ({ body }) => {
      const { key } = apiKeysCreate.body.parse(body);
      const createdKey = buildApiKey(testAdmin.id, { id: 99, prefix: key.slice(0, apiKeyPrefixLength) });
      keys = [createdKey, ...keys.filter(({ userId }) => userId !== testAdmin.id)];
      return { status: 201, body: createdKey };
    },
  });
  for (const { id } of initial)
    api.route(`DELETE /api/api-keys/${id}`, () => {
      keys = keys.filter((key) => key.id !== id);
      return { body: { message: 'API key revoked' } };
    });
  return api;
}
