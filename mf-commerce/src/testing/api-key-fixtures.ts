import { fakeApi } from '@khmer-learning/console-sdk/testing';
import {
  type ApiKey,
  type ApiKeyDay,
  apiKeyPrefixLength,
  apiKeysCreate,
  apiKeysUpdate,
  defaultReviewParameters,
} from '@khmer-learning/contracts';
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
    name: null,
    scopes: ['read', 'submit', 'orders'],
    quotaPerMinute: null,
    origins: [],
    expiresAt: null,
    createdAt: '2026-05-04T03:42:00.000Z',
    lastUsedAt: null,
    ...changes,
  };
}

/** The use of a key in 30 days: none but on the last day, if it is given. */
export function buildUsage(last: Partial<ApiKeyDay> = {}): ApiKeyDay[] {
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: `2026-04-${String(index + 1).padStart(2, '0')}`,
    calls: 0,
    errors: 0,
    refused: 0,
  }));
  return days.map((day, index) => (index === 29 ? { ...day, ...last } : day));
}

export function fakeApiKeysApi(initial: readonly ApiKey[]) {
  let keys = [...initial];
  const api = fakeApi({
    'GET /api/api-keys': () => ({ body: keys }),
    'POST /api/api-keys': ({ body }) => {
      const { key, replaces, ...given } = apiKeysCreate.body.parse(body);
      const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const prefix = key.slice(0, apiKeyPrefixLength);
      const createdKey = buildApiKey(testAdmin.id, { id: 99, prefix, ...settings });
      keys = [createdKey, ...keys.filter(({ id }) => id !== replaces)];
      return { status: 201, body: createdKey };
    },
    'GET /api/review-parameters': () => ({ body: defaultReviewParameters }),
    'GET /api/api-keys/99/usage': () => ({ body: buildUsage() }),
  });
  for (const { id } of initial) {
    api.route(`GET /api/api-keys/${id}/usage`, () => ({ body: buildUsage() }));
    api.route(`PATCH /api/api-keys/${id}`, ({ body }) => {
      const settings = apiKeysUpdate.body.parse(body);
      keys = keys.map((key) => (key.id === id ? Object.assign({}, key, settings) : key));
      return { body: keys.find((key) => key.id === id) };
    });
    api.route(`DELETE /api/api-keys/${id}`, () => {
      keys = keys.filter((key) => key.id !== id);
      return { body: { message: 'API key revoked' } };
    });
  }
  return api;
}
