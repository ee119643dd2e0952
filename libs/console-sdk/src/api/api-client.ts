import {
  authConsoleLogin,
  authSession,
  type Endpoint,
  fillPath,
  headerNames,
  mediaUpload,
  type RequestOf,
  type ResponseOf,
  type UploadKind,
} from '@khmer-learning/contracts';
import { ApiError, NetworkError, type SessionEndReason, sessionEndReasonOf } from './api-error.ts';
import { sendFile, transferTimeoutMs } from './send-file.ts';

/** Longer than the gateway itself waits for a service. */
const defaultTimeoutMs = 30_000;

export interface CallOptions {
  /** The version the change is based on, sent as `If-Match`: a stale one is answered with 409. */
  readonly version?: number | undefined;
  /** Gives the call up, as React Query does when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface SendFileOptions {
  /** Told the share of the file that has left, 0 to 1, several times. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Cancels the upload. */
  readonly signal?: AbortSignal | undefined;
}

export interface UploadOptions extends SendFileOptions {
  /** What the file is for, which narrows the accepted types. */
  readonly kind: UploadKind;
}

/** Where an uploaded file is: `/uploads/<filename>`, and the file name that entities keep. */
export type UploadedFile = ResponseOf<typeof mediaUpload>['data'];

/** Nothing to send: no params and no body. */
type CallArguments<E extends Endpoint> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: CallOptions]
    : [request: RequestOf<E>, options?: CallOptions];

export interface ApiClient {
  /**
   * Makes one call of the contract: `api.call(lessonsList, { query: { level: 'Beginner' } })`.
   * Throws `ApiError` for a non-OK answer and `NetworkError` when no answer comes; a call given up by its
   * `signal` throws the signal's reason.
   */
  call<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<ResponseOf<E>>;
  /** The same, but answers `null` on 401 instead of failing (spec 7). */
  callOrNull<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<ResponseOf<E> | null>;
  /** Makes a call that is answered with a file (`responseType: 'binary'`), byte for byte. Fails as `call` does. */
  download<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<Blob>;
  /** Uploads one picture, telling how far it has come. Fails as `call` does. */
  upload(file: File, options: UploadOptions): Promise<UploadedFile>;
  /** Sends one file, of any kind and size, to a call that takes it in the field `file`. Fails as `call` does. */
  sendFile<E extends Endpoint>(endpoint: E, file: File, options?: SendFileOptions): Promise<ResponseOf<E>>;
}

export interface ApiClientOptions {
  /** Origin of the gateway, without a slash at the end; empty for the page's own. */
  readonly baseUrl: string;
  /**
   * The session has ended in the middle of work: a call was answered with 401 (`callOrNull` answers `null` instead), or
   * somebody else is signed in now and nothing was done.
   */
  readonly onSessionEnd?: (reason: SessionEndReason) => void;
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

const readJson = async (response: Response): Promise<unknown> => JSON.parse(await response.text());
const readBlob = (response: Response): Promise<Blob> => response.blob();

function signalWithTimeout(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}

/** Who is signed in is what these are about: they are the same for everybody. */
const sessionIndependentEndpoints: ReadonlySet<string> = new Set([authSession.id, authConsoleLogin.id]);

/**
 * The browser's side of the contracts. Sends the session cookie with every call, and a JSON body and content
 * type only when there is something to send (spec 7). Remembers the `X-Event` of the last write and sends it
 * as `X-After` to the stats service, so that people see their own changes counted (decisions, Dashboard). Says with
 * every call whose page it is: the one whom the first read of the session named. The gateway refuses it when the
 * cookie has become another person's.
 */
export function createApiClient({ baseUrl, onSessionEnd }: ApiClientOptions): ApiClient {
  let lastEvent: string | null = null;
  let sessionUserId: number | null = null;

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
    if (endpoint.service === 'stats' && lastEvent !== null) headers[headerNames.after] = lastEvent;
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
      response = await fetch(url, requestInit(endpoint, request, options));
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

  /** When the session of the signed-in person has ended, the console is told. */
  async function withSessionEndReport<Result>({ access }: Endpoint, call: Promise<Result>): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      const reason = sessionEndReasonOf(error);
      // A public call is refused with 401 for reasons of its own, such as a wrong password.
      if (reason === 'otherUser' || (reason === 'ended' && access !== 'public')) onSessionEnd?.(reason);
      throw error;
    }
  }

  return {
    async call<E extends Endpoint>(endpoint: E, ...[request, options]: CallArguments<E>) {
      const answer = send(readJson, endpoint, request as UntypedRequest, options);
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
      return withSessionEndReport(endpoint, send(readBlob, endpoint, request as UntypedRequest, options));
    },

    async upload(file, { kind, onProgress, signal }) {
      const form = new FormData();
      // Before the file: the service knows what to expect when that arrives.
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
