import { z } from 'zod';

/** Header names shared by processes and browser, in lower case as Node reports them. */
export const headerNames = {
  requestId: 'x-request-id',
  /** Short-lived token, signed by the gateway, that identifies the caller. Only the gateway may set it. */
  internalToken: 'x-internal-token',
  /** In the response to a write: `<entity>.<id>@<version>`. */
  event: 'x-event',
  /** In a stats request: the last `X-Event` that the client received. */
  after: 'x-after',
  apiKey: 'x-api-key',
  /** Makes a repeated call count once (draft-ietf-httpapi-idempotency-key-header). */
  idempotencyKey: 'idempotency-key',
  /** Id of the user that the console page believes is signed in. */
  sessionUser: 'x-session-user',
  /** The client's network address as seen by the gateway. Only the gateway may set it. */
  clientAddress: 'x-client-address',
  /** Remaining time, in milliseconds, that the gateway waits for the service. Only the gateway may set it. */
  timeoutMs: 'x-timeout-ms',
  /** In a response of `/api/v1`: `expired` when the learner's token has expired and the answer is a guest's. */
  token: 'x-token',
  /** In a service's answer: what it is made of; in an event: the answers that it purges. Never sent to callers. */
  surrogateKey: 'surrogate-key',
  /**
   * In a service's answer: the ids of the paid main lessons whose ownership by the caller matters for it, or `*` when
   * that of all does. Never sent to callers.
   */
  checkedOwnership: 'x-checked-ownership',
  /** In a service's answer: those of `checkedOwnership` that the caller owns. Never sent to callers. */
  foundOwnership: 'x-found-ownership',
  /** In a readiness probe: its connection serves only probes, and the service ends it when its readiness changes. */
  probeConnection: 'x-probe-connection',
} as const;

/** Maximum size of a JSON body in bytes. */
export const maxBodyBytes = 1024 * 1024;

/** One failed validation: the field's path and a message for the user. */
const issueSchema = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issueSchema>;

/** Body of every error response outside `/api/v1`. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(issueSchema).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Body of every error response of `/api/v1`. `message` repeats `error`: apps read either. */
export const v1ErrorSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.string(),
});
export type V1Error = z.infer<typeof v1ErrorSchema>;

/** Default error code per status. Clients compare the code, not the message. */
export const errorCodeByStatus = {
  400: 'validation',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
  422: 'unprocessable',
  429: 'too_many_requests',
  431: 'headers_too_large',
  500: 'internal',
  502: 'bad_gateway',
  503: 'unavailable',
  504: 'timeout',
  507: 'storage_full',
} as const;
export type ErrorStatus = keyof typeof errorCodeByStatus;

/** Error codes that are more specific than the status. */
export const specificErrorCodes = {
  /** 409: the version in `If-Match` is not the stored version. */
  staleVersion: 'stale_version',
  /** 409: the item was saved since the working copy that is to be published was begun. */
  newerVersion: 'newer_version',
  /** 409: the quiz is held while it is published together with others; it can be saved in a moment. */
  beingPublished: 'being_published',
  /** 503: too much work to finish in time; nothing was changed. */
  busy: 'busy',
  /** 401 for a signed-in user: the given current password is wrong. */
  wrongPassword: 'wrong_password',
  /** 401 when signing in: the password is right, and a valid code is missing. */
  secondFactorRequired: 'second_factor_required',
  /** 403: who is signed in must prove it again (`account.prove`); nothing was changed. */
  proofRequired: 'proof_required',
  /** 403: the school requires a second factor of who is signed in and has none; nothing was changed. */
  secondFactorMissing: 'second_factor_missing',
  /** 409: the session belongs to another user than the page expects; nothing was changed. */
  otherUser: 'other_user',
  /** 422: the `Idempotency-Key` was used for another call. */
  idempotencyKeyReused: 'idempotency_key_reused',
  /** 403: the API key lacks the scope of the call. */
  missingScope: 'missing_scope',
  /** 403: the API key does not allow writes from pages of this origin. */
  originNotAllowed: 'origin_not_allowed',
  /** 403: the content belongs to a paid main lesson that the learner does not own. */
  locked: 'locked',
} as const;
