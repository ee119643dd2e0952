import '@khmer-learning/ui-kit/testing';
import { setLanguage } from '@khmer-learning/ui-kit';
import { ApiError, NetworkError, userMessageOf } from '../index.ts';

afterEach(() => setLanguage('en'));

const body = (message: string) => JSON.stringify({ message, code: 'unauthenticated', requestId: 'r1' });

it('is the server’s message, or the fallback if it sent none', () => {
  expect(userMessageOf(new ApiError(401, body('Invalid email or password')), 'x')).toBe(
    'Invalid email or password',
  );
  expect(userMessageOf(new ApiError(503, ''), 'Failed to log in')).toBe('Failed to log in');
  expect(userMessageOf(new NetworkError('reset'), 'x')).toMatch(/^The server cannot be reached/);
});

it('is in the language of the page, as far as it is translated', async () => {
  await setLanguage('km');
  expect(userMessageOf(new ApiError(401, body('Invalid email or password')), 'x')).toBe(
    'អ៊ីមែល ឬពាក្យ\u2060សម្ងាត់មិនត្រឹម\u2060ត្រូវ',
  );
  expect(userMessageOf(new ApiError(503, ''), 'Failed to log in')).toBe('មិនអាចចូលបានទេ');
  expect(userMessageOf(new ApiError(400, body('A new message')), 'x')).toBe('A new message');
});
