import { purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, conflict, type Logger } from '@khmer-learning/service-kit';
import { ProviderRefusal, ProviderUnavailable } from '../provider/provider.ts';

/** What a caller is told when the provider cannot be reached, or says no to what it usually does. */
function toldToCaller(error: unknown): unknown {
  if (error instanceof ProviderUnavailable)
    return new ApiError(503, purchaseMessages.providerDown, { retryAfter: 5 });
  if (error instanceof ProviderRefusal) return conflict(purchaseMessages.refused);
  return error;
}

/** Runs work that asks the provider; its failures are logged and become answers. */
export async function askingProvider<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const told = toldToCaller(error);
    if (told !== error)
      logger.warn({ err: error }, 'The payment provider has not done what it was asked for');
    throw told;
  }
}
