import { ApiError } from '../errors/api-error.ts';

/** The statuses of a refusal that the gateway passes on to its caller. */
const refusalStatuses = [403, 404, 422] as const;

/** An error for the caller of the gateway. */
export interface Refusal {
  readonly status: (typeof refusalStatuses)[number];
  readonly code: string;
  readonly message: string;
}

/**
 * The response of an internal endpoint that answers on behalf of the gateway's caller: the part, or the refusal. The
 * gateway takes any error of an internal endpoint itself for a failure.
 *
 * @throws every error but an ApiError with the status of a refusal
 */
export async function partOrRefusal<P>(part: Promise<P>): Promise<{ part: P } | { refusal: Refusal }> {
  try {
    return { part: await part };
  } catch (error) {
    const status = error instanceof ApiError && refusalStatuses.find((one) => one === error.status);
    if (!status) throw error;
    const { code, message } = error as ApiError;
    return { refusal: { status, code, message } };
  }
}
