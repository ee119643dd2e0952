import { apiKeyPattern } from '@khmer-learning/contracts';
import { generateApiKey } from './use-own-api-key.ts';

describe('a key', () => {
  it('is khmer_, 192 random bits and the time in base 36, and matches the contract', () => {
    for (let count = 0; count < 500; count += 1) {
      const key = generateApiKey();
      expect(key).toMatch(apiKeyPattern);
      expect(key).toMatch(/^khmer_[A-Za-z0-9_-]{32}_[0-9a-z]+$/);
    }
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, generateApiKey)).size).toBe(1_000);
  });

  it('uses the browser’s cryptographic random generator', () => {
    const random = jest.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array);
    const plain = jest.spyOn(Math, 'random');
    expect(generateApiKey()).toContain(`khmer_${'A'.repeat(32)}_`);
    expect(random).toHaveBeenCalledTimes(1);
    expect(plain).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });
});
