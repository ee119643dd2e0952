/** What browsers have reported about one release. */
export interface ReleaseCounts {
  /** Pages that loaded it. */
  readonly pageLoads: number;
  /** Those of them in which it failed at least once. */
  readonly failedPageLoads: number;
}

/** When a release on trial is worse than the current one. */
export interface RollbackRule {
  /** Page loads of the release on trial before it is judged. */
  readonly minPageLoads: number;
  /** By how much its error rate must exceed that of the current release; 0.02 is two percentage points. */
  readonly margin: number;
}

/** The quantile of the normal distribution for a one-sided confidence of 99.9 %; high, as the rule is checked often. */
const z999 = 3.09;

/**
 * Whether the error rate of a release on trial is certainly higher than that of the current one by more than the margin:
 * the lower bound of the one-sided 99.9 % confidence interval of the difference exceeds it. The interval is that of
 * Agresti and Caffo (The American Statistician 54, 2000), which adds one success and one failure to each sample, and so
 * is reliable for small samples and for rates of 0 and 1.
 */
export function isWorse(trial: ReleaseCounts, current: ReleaseCounts, rule: RollbackRule): boolean {
  if (trial.pageLoads < rule.minPageLoads) return false;
  const [one, other] = [adjustedRate(trial), adjustedRate(current)];
  const standardError = Math.sqrt(one.variance + other.variance);
  return one.rate - other.rate - z999 * standardError > rule.margin;
}

function adjustedRate({ pageLoads, failedPageLoads }: ReleaseCounts): { rate: number; variance: number } {
  const size = pageLoads + 2;
  const rate = (Math.min(failedPageLoads, pageLoads) + 1) / size;
  return { rate, variance: (rate * (1 - rate)) / size };
}
