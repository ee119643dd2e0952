import { purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, conflict } from '@khmer-learning/service-kit';
import { ProviderRefusal, ProviderUnavailable } from '../provider/provider.ts';

/** What a caller is told when the provider cannot be reached, or says no to what it usually does. */
export function toldToCaller(error: unknown): unknown {
  if (error instanceof ProviderUnavailable)
    return new ApiError(503, purchaseMessages.providerDown, { retryAfter: 5 });
  if (error instanceof ProviderRefusal) return conflict(purchaseMessages.refused);
  return error;
}

/** Runs work that asks the provider; its failures become answers. */
export async function askingProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toldToCaller(error);
  }
}
