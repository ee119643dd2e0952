import { purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, conflict, type Logger } from '@khmer-learning/service-kit';
import { ProviderRejectedError, ProviderUnavailableError } from '../provider/provider.ts';

/** Maps a provider error to the API error for the caller: 503 when it is unavailable, 409 when it rejects. */
function mapProviderError(error: unknown): unknown {
  if (error instanceof ProviderUnavailableError)
    return new ApiError(503, purchaseMessages.providerDown, { retryAfter: 5 });
  if (error instanceof ProviderRejectedError) return conflict(purchaseMessages.refused);
  return error;
}

/** Runs work that calls the provider. Provider errors are logged and thrown as ApiError 503 or 409. */
export async function withProviderErrorMapping<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const mapped = mapProviderError(error);
    if (mapped !== error) logger.warn({ err: error }, 'Call to the payment provider failed');
    throw mapped;
  }
}
