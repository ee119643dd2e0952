import { z } from 'zod';

/** Names of the headers that processes and browser agree on. All lower-case, as Node reports them. */
export const headerNames = {
  requestId: 'x-request-id',
  /** The gateway's short-lived signed word for who is calling; only the gateway may set it. */
  internalToken: 'x-internal-token',
  /** On the answer of a write: `<entity>.<id>@<version>`. */
  event: 'x-event',
  /** On a stats read: the last `X-Event` the client has seen. */
  after: 'x-after',
  apiKey: 'x-api-key',
  /** Whom a page of the console takes to be signed in: their id. */
  sessionUser: 'x-session-user',
  /** The address of the person's machine as the gateway sees it; only the gateway may set it. */
  clientAddress: 'x-client-address',
  /** For how many milliseconds more the gateway waits for the service; only the gateway may set it. */
  timeoutMs: 'x-timeout-ms',
} as const;

/** The largest JSON body anybody may send, in bytes (decisions, HTTP). */
export const maxBodyBytes = 1024 * 1024;

/** One failed check of a request: where, and what to tell the person. */
export const issueSchema = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issueSchema>;

/** The body of every failed call outside `/api/v1` (decisions, HTTP). */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(issueSchema).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The body of every failed call of `/api/v1`. */
export const v1ErrorSchema = z.object({ success: z.literal(false), error: z.string() });

/** `"<status>"` to the code in an error body; the code is what programs compare. */
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
  422: 'unprocessable',
  429: 'too_many_requests',
  431: 'headers_too_large',
  500: 'internal',
  503: 'unavailable',
  504: 'timeout',
  507: 'storage_full',
} as const;
export type ErrorStatus = keyof typeof errorCodeByStatus;

/** Codes that say more than the status does. */
export const specificErrorCodes = {
  /** 409: the version in `If-Match` is not the stored one. */
  staleVersion: 'stale_version',
  /** 503: there is more to do than can be done in time; nothing of this call was. */
  busy: 'busy',
  /** 401 although somebody is signed in: the current password they gave is not right. */
  wrongPassword: 'wrong_password',
  /** 409: the session is that of another person than the page says. Nothing was done. */
  otherUser: 'other_user',
} as const;
