import {
  authConsoleLogin,
  authPasskeyBegin,
  authPasskeySignIn,
  authSession,
  type Endpoint,
  fillPath,
  headerNames,
  mediaUpload,
  type RequestOf,
  type ResponseOf,
  type UploadKind,
} from '@khmer-learning/contracts';
import {
  ApiError,
  isProofRequired,
  isSecondFactorMissing,
  NetworkError,
  type SessionEndReason,
  sessionEndReasonOf,
} from './api-error.ts';
import { type SendFileOptions, sendFile, transferTimeoutMs } from './send-file.ts';

/** Must be longer than the gateway's own timeout for a service. */
const defaultTimeoutMs = 30_000;

/** Options of a single API call. */
export interface CallOptions {
  /** The version the change is based on, sent as `If-Match`. The API answers a stale version with 409. */
  readonly version?: number | undefined;
  /** Aborts the call, as React Query does when the result is no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a picture upload. */
export interface UploadOptions extends SendFileOptions {
  /** The purpose of the file. It decides which file types are accepted. */
  readonly kind: UploadKind;
}

/** An uploaded file: its `url` (`/uploads/<filename>`) and the `filename` that entities store. */
export type UploadedFile = ResponseOf<typeof mediaUpload>['data'];

/** The request argument is optional when the endpoint has no required params, query or body. */
type CallArguments<E extends Endpoint> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: CallOptions]
    : [request: RequestOf<E>, options?: CallOptions];

/** A typed client of the API. */
export interface ApiClient {
  /**
   * Calls an endpoint of the contracts: `api.call(lessons.list, { query: { level: 'Beginner' } })`. Throws `ApiError` for a non-OK
   * response, `NetworkError` without a response, and the reason of a `signal` that aborted it.
   */
  call<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<ResponseOf<E>>;
  /** Like `call`, but returns `null` on 401 instead of throwing. */
  callOrNull<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<ResponseOf<E> | null>;
  /** Calls an endpoint that responds with a file (`responseType: 'binary'`). Throws the same errors as `call`. */
  download<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<Blob>;
  /** Uploads one picture and reports progress. Throws the same errors as `call`. */
  upload(file: File, options: UploadOptions): Promise<UploadedFile>;
  /** Sends one file to an endpoint that takes it in the form field `file`. Throws the same errors as `call`. */
  sendFile<E extends Endpoint>(endpoint: E, file: File, options?: SendFileOptions): Promise<ResponseOf<E>>;
}

/** Options of an API client. */
export interface ApiClientOptions {
  /** Origin of the gateway, without a trailing slash; empty for the page's own origin. */
  readonly baseUrl: string;
  /** The id of the user to whom the page belongs, if it is known already. Otherwise the first session response tells it. */
  readonly sessionUserId?: number | undefined;
  /** Called when a call got a 401 (not of `callOrNull`), or was rejected because a different user is signed in now. */
  readonly onSessionEnd?: (reason: SessionEndReason) => void;
  /** Called when the user must prove again who it is (403 `proof_required`). The call is repeated if it resolves to true. */
  readonly onProofRequired?: () => Promise<boolean>;
  /** The same, for who must set up a second factor first (403 `second_factor_missing`). */
  readonly onSecondFactorMissing?: () => Promise<boolean>;
  /** Sends the calls of `call` and `callOrNull`. Default: the browser's `fetch`. */
  readonly fetch?: (url: string, request: RequestInit) => Promise<Response>;
}

interface UntypedRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

function queryString(query: UntypedRequest['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Only the own backend of a remote answers nothing at all. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' && response.status === 204 ? undefined : JSON.parse(text);
}
const readBlob = (response: Response): Promise<Blob> => response.blob();

function signalWithTimeout(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}

/** Endpoints that must work whoever is signed in, so they do not send the session user's id. */
const sessionIndependentEndpoints: ReadonlySet<string> = new Set([
  authSession.id,
  authConsoleLogin.id,
  authPasskeyBegin.id,
  authPasskeySignIn.id,
]);

/**
 * Creates the browser's API client. It sends the session cookie with every call, and the `X-Event` of the last write as `X-After` to the
 * stats service, so that users see their own changes, and with writes of quizzes, whose lesson may be new. Every call carries the id of
 * the page's user, by default that of the first session response: the gateway rejects it when the cookie belongs to another user.
 */
export function createApiClient(clientOptions: ApiClientOptions): ApiClient {
  const { baseUrl, onSessionEnd } = clientOptions;
  let lastEvent: string | null = null;
  let sessionUserId = clientOptions.sessionUserId ?? null;

  function baseHeaders(endpoint: Endpoint): Record<string, string> {
    const sendsSessionUser = sessionUserId !== null && !sessionIndependentEndpoints.has(endpoint.id);
    return {
      Accept: 'application/json',
      ...(sendsSessionUser ? { [headerNames.sessionUser]: String(sessionUserId) } : {}),
    };
  }

  function trackSessionUser(answer: unknown): void {
    const id = authSession.response.safeParse(answer).data?.user.id;
    if (id === undefined) return;
    sessionUserId ??= id;
    if (id !== sessionUserId) onSessionEnd?.('otherUser');
  }

  function requestInit(endpoint: Endpoint, request: UntypedRequest, options: CallOptions): RequestInit {
    const headers = baseHeaders(endpoint);
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    if (options.version !== undefined) headers['If-Match'] = `"${options.version}"`;
    // Both answer from copies, which may not have the last write yet.
    const usesCopies =
      endpoint.service === 'stats' || (endpoint.service === 'quizzes' && endpoint.method !== 'GET');
    if (usesCopies && lastEvent !== null) headers[headerNames.after] = lastEvent;
    const timeoutMs = endpoint.responseType === 'binary' ? transferTimeoutMs : defaultTimeoutMs;
    return {
      method: endpoint.method,
      credentials: 'include',
      headers,
      signal: signalWithTimeout(options.signal, timeoutMs),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    };
  }

  async function send<Answer>(
    read: (response: Response) => Promise<Answer>,
    endpoint: Endpoint,
    request: UntypedRequest = {},
    options: CallOptions = {},
  ): Promise<Answer> {
    const url = baseUrl + fillPath(endpoint.path, request.params) + queryString(request.query);
    let response: Response;
    let failure: string;
    try {
      const sendRequest = read === readBlob ? fetch : (clientOptions.fetch ?? fetch);
      response = await sendRequest(url, requestInit(endpoint, request, options));
      lastEvent = response.headers.get(headerNames.event) ?? lastEvent;
      if (response.ok) {
        const answered = await read(response);
        if (endpoint.id === authSession.id) trackSessionUser(answered);
        return answered;
      }
      failure = await response.text();
    } catch (error) {
      options.signal?.throwIfAborted();
      throw new NetworkError(error);
    }
    throw new ApiError(response.status, failure, response.statusText);
  }

  /** Reports the end of the session to `onSessionEnd` and rethrows the error. */
  async function withSessionEndReport<Result>({ access }: Endpoint, call: Promise<Result>): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      const reason = sessionEndReasonOf(error);
      // A public endpoint answers 401 for other reasons, such as a wrong password.
      if (reason === 'otherUser' || (reason === 'ended' && access !== 'public')) onSessionEnd?.(reason);
      throw error;
    }
  }

  /** Makes a call, and repeats it once the user has proved who it is or has set up a second factor, if it needs that. */
  async function withProof<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } catch (error) {
      const { onProofRequired, onSecondFactorMissing } = clientOptions;
      const ask = isProofRequired(error) ? onProofRequired : onSecondFactorMissing;
      if (!(isProofRequired(error) || isSecondFactorMissing(error)) || !(await ask?.())) throw error;
      return call();
    }
  }

  return {
    async call<E extends Endpoint>(endpoint: E, ...[request, options]: CallArguments<E>) {
      const answer = withProof(() => send(readJson, endpoint, request as UntypedRequest, options));
      return (await withSessionEndReport(endpoint, answer)) as ResponseOf<E>;
    },
    async callOrNull<E extends Endpoint>(endpoint: E, ...[request, options]: CallArguments<E>) {
      try {
        return (await send(readJson, endpoint, request as UntypedRequest, options)) as ResponseOf<E>;
      } catch (error) {
        const reason = sessionEndReasonOf(error);
        if (reason === 'ended') return null;
        if (reason !== null) onSessionEnd?.(reason);
        throw error;
      }
    },
    download<E extends Endpoint>(endpoint: E, ...[request, options]: CallArguments<E>) {
      const answer = withProof(() => send(readBlob, endpoint, request as UntypedRequest, options));
      return withSessionEndReport(endpoint, answer);
    },

    async upload(file, { kind, onProgress, signal }) {
      const form = new FormData();
      // `kind` must precede the file: the service reads it first to decide which file types to accept.
      form.append('kind', kind);
      form.append('file', file);
      const request = {
        endpoint: mediaUpload,
        baseUrl,
        headers: baseHeaders(mediaUpload),
        form,
        onProgress,
        signal,
      };
      return (await withSessionEndReport(mediaUpload, sendFile(request))).data;
    },
    sendFile<E extends Endpoint>(endpoint: E, file: File, options: SendFileOptions = {}) {
      const form = new FormData();
      form.append('file', file);
      const request = { endpoint, baseUrl, headers: baseHeaders(endpoint), form, ...options };
      return withSessionEndReport(endpoint, sendFile(request));
    },
  };
}
