import fc from 'fast-check';
import { defaultRetry, retryDelayMs } from './retry.ts';

const read = { access: 'apiKey', repeatable: true } as const;

it('waits longer with each try, never beyond the limit, and at least as long as the API asked', () => {
  const seconds = fc.option(fc.integer({ min: 0, max: defaultRetry.maxRetryAfter }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      seconds,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, retryAfter, random) => {
        const options = { ...defaultRetry, maxTries: 1_000 };
        const failure = { status: 503, code: 'unavailable', retryAfter };
        const delay = retryDelayMs(read, failure, tries, options, random) ?? Number.NaN;
        const atLeast = (retryAfter ?? 0) * 1_000;
        expect(delay).toBeGreaterThanOrEqual(atLeast);
        expect(delay).toBeLessThanOrEqual(
          atLeast + Math.min(options.maxMs, options.baseMs * 2 ** (tries - 1)),
        );
      },
    ),
  );
});

it('ends after the last try', () => {
  const failure = { status: 0, code: 'network', retryAfter: undefined };
  const delays = [1, 2, 3, 4].map((tries) => retryDelayMs(read, failure, tries, defaultRetry, 1));
  expect(delays).toEqual([500, 1_000, 2_000, undefined]);
});
