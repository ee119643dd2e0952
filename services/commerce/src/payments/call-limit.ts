import { ApiError } from '@khmer-learning/service-kit';

/** Calls per minute of an order, and of a network address, which a class may share. */
const maxPerOrder = 30;
const maxPerAddress = 120;
/** Webhooks with a wrong signature per minute and address. */
const maxForged = 30;
/** How long an order that was refused so often in this minute stays so, without asking the provider again. */
const keepRefusalMs = 2_000;
/** Less than that is a payer who returns a moment after the approval: they must not be told the former answer. */
const refusalsBeforeKeeping = 3;
const windowMs = 60_000;
/** Orders and addresses that are counted: addresses are cheap. Beyond it, counting begins anew. */
const maxCounted = 10_000;

/** Limits what callers without a session make the provider do. Each process counts for itself. */
export function createCallLimit(now: () => number = () => performance.now()) {
  const counts = new Map<string, number>();
  const refusals = new Map<string, { error: ApiError; at: number; times: number }>();
  let since = now();

  function begin(): void {
    if (now() - since < windowMs && counts.size < maxCounted && refusals.size < maxCounted) return;
    since = now();
    counts.clear();
    refusals.clear();
  }

  function assertBelow(key: string, max: number): void {
    if ((counts.get(key) ?? 0) < max) return;
    const retryAfter = Math.ceil((since + windowMs - now()) / 1_000);
    throw new ApiError(429, 'Too many attempts. Please try again later.', { retryAfter });
  }

  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

  return {
    /**
     * Runs a call about an order. One that is refused (409) for the third time is refused for two seconds without asking again.
     * @param call names what is asked of the order @throws ApiError 429 beyond the limits
     */
    async ofOrder<T>(call: string, order: string, address: string, work: () => Promise<T>): Promise<T> {
      begin();
      const key = `${call} ${order}`;
      const refusal = refusals.get(key);
      const isKept = refusal !== undefined && refusal.times >= refusalsBeforeKeeping;
      if (isKept && now() - refusal.at < keepRefusalMs) throw refusal.error;
      assertBelow(`order ${order}`, maxPerOrder);
      assertBelow(`address ${address}`, maxPerAddress);
      count(`order ${order}`);
      count(`address ${address}`);
      try {
        return await work();
      } catch (error) {
        if (error instanceof ApiError && error.status === 409)
          refusals.set(key, { error, at: now(), times: (refusals.get(key)?.times ?? 0) + 1 });
        throw error;
      }
    },
    /** Runs the processing of a webhook; counts those that fail with 400. @throws ApiError 429 beyond the limit */
    async ofWebhook<T>(address: string, work: () => Promise<T>): Promise<T> {
      begin();
      assertBelow(`forged ${address}`, maxForged);
      try {
        return await work();
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) count(`forged ${address}`);
        throw error;
      }
    },
  };
}
