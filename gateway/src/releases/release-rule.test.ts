import fc from 'fast-check';
import { isWorse, type ReleaseCounts } from './release-rule.ts';

const rule = { minPageLoads: 50, margin: 0.02 };
const counts = (pageLoads: number, failedPageLoads: number): ReleaseCounts => ({
  pageLoads,
  failedPageLoads,
});

const anyCounts = fc
  .tuple(fc.nat(5_000), fc.nat(5_000))
  .map(([loads, failures]) => counts(loads, Math.min(loads, failures)));

it.each([
  ['fails everywhere', counts(50, 50), counts(1_000, 0), true],
  ['fails everywhere, with too few page loads', counts(49, 49), counts(1_000, 0), false],
  ['fails twice by chance', counts(50, 2), counts(1_000, 1), false],
  ['fails in a tenth of many pages', counts(200, 20), counts(1_000, 1), true],
  ['fails as often as the current one', counts(500, 250), counts(500, 250), false],
  ['fails less often', counts(500, 0), counts(500, 250), false],
  ['is within the margin', counts(100_000, 1_500), counts(100_000, 0), false],
  ['fails, and nothing is known of the current one', counts(50, 50), counts(0, 0), false],
])('a release that %s', (_what, trial, current, worse) => {
  expect(isWorse(trial, current, rule)).toBe(worse);
});

it('never judges a release worse whose rate is not higher', () => {
  fc.assert(
    fc.property(anyCounts, anyCounts, (trial, current) => {
      const [one, other] = [trial, current].map(
        (sample) => (sample.failedPageLoads + 1) / (sample.pageLoads + 2),
      );
      fc.pre((one ?? 0) <= (other ?? 0));
      expect(isWorse(trial, current, rule)).toBe(false);
    }),
  );
});

it('judges a release that fails more often no better', () => {
  fc.assert(
    fc.property(anyCounts, anyCounts, ({ pageLoads, failedPageLoads }, current) => {
      fc.pre(failedPageLoads < pageLoads && isWorse(counts(pageLoads, failedPageLoads), current, rule));
      expect(isWorse(counts(pageLoads, pageLoads), current, rule)).toBe(true);
    }),
  );
});
