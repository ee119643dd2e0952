import { purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, conflict, type Logger } from '@khmer-learning/service-kit';
import { ProviderRejectedError, ProviderUnavailableError } from '../provider/provider.ts';

/** What a caller is told when the provider cannot be reached, or says no to what it usually does. */
function mapProviderError(error: unknown): unknown {
  if (error instanceof ProviderUnavailableError)
    return new ApiError(503, purchaseMessages.providerDown, { retryAfter: 5 });
  if (error instanceof ProviderRejectedError) return conflict(purchaseMessages.refused);
  return error;
}

/** Runs work that asks the provider; its failures are logged and become answers. */
export async function withProviderErrorMapping<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const mapped = mapProviderError(error);
    if (mapped !== error)
      logger.warn({ err: error }, 'The payment provider has not done what it was asked for');
    throw mapped;
  }
}
