import { KhmerLearningApiError } from './api-error.ts';
import type { Call, CallOptions, CallRequest } from './call.ts';
import { type Calls, calls } from './generated/calls.ts';
import type { Fetch } from './platform.ts';
import { requestUrlOf } from './request-url.ts';
import { createResponseStore } from './response-store.ts';
import { defaultRetry, type RetryOptions } from './retry.ts';
import { parseJson, send, type WireResponse } from './send.ts';
import { createSessions, type Session, type Tokens } from './session.ts';
import { createMemoryStorage, type Storage } from './storage.ts';

export interface ClientOptions {
  /** The school's address, with or without `/api/v1`: `https://school.example/api/v1`. */
  readonly baseUrl: string;
  /** Sent with the calls of `/api/v1`. */
  readonly apiKey: string;
  /** Keeps the learner's tokens; default: memory, so that the learner signs in again after a restart. */
  readonly storage?: Storage;
  /** Keeps responses that the API confirms while nothing has changed; default: memory. */
  readonly responseStorage?: Storage;
  /** Limits of the kept responses; default: 100, and 4 MiB. 0 entries: none is kept. */
  readonly maxResponses?: number;
  readonly maxResponseBytes?: number;
  /** Default: the environment's `fetch`. */
  readonly fetch?: Fetch;
  /** Milliseconds for each try of a call; default 30,000. */
  readonly timeoutMs?: number;
  readonly retry?: RetryOptions;
  /** Called when the API has refused to refresh the tokens, so that the learner has to sign in again. */
  readonly onSessionEnd?: () => void;
}

/** A client of one school. Its functions can be passed on without it. */
export interface KhmerLearningClient extends Calls {
  /** Whether a learner is signed in. The API may end the sign-in at any time; see `onSessionEnd`. */
  isSignedIn(): Promise<boolean>;
}

type CallName = keyof typeof calls;

/** Calls after which the learner's tokens are not valid any more. */
const endsSession: readonly string[] = ['logout', 'me.delete', 'me.password'] satisfies CallName[];

/** The code of a 401 for a wrong current password, which does not end the token. */
const wrongPassword = 'wrong_password';

/** Keys for the storages: only letters, digits, dots and hyphens. */
const nameOf = (baseUrl: string) => `khmer-learning.${baseUrl.replace(/[^A-Za-z0-9]+/g, '-')}`;

/**
 * Creates the client of a school's API.
 *
 * - Reads, and calls that are harmless twice, are repeated after a passing failure; calls beyond a limit (429) after
 *   `Retry-After`.
 * - `auth.login`, `auth.apple`, `auth.google` and `auth.refreshToken` sign the learner in: the following calls are sent
 *   with the learner's token, which is refreshed when it has expired. `logout`, `me.delete` and `me.password` sign out.
 * - Responses with an `ETag` are kept for the same learner, and dropped when the learner signs out.
 *
 * Every function throws `KhmerLearningApiError`, or the reason of the caller's signal.
 */
export function createClient(options: ClientOptions): KhmerLearningClient {
  const baseUrl = options.baseUrl.replace(/(\/api\/v1)?\/*$/, '');
  const name = nameOf(baseUrl);
  const retry = { ...defaultRetry, ...options.retry };
  const responses = createResponseStore({
    storage: options.responseStorage ?? createMemoryStorage(),
    name,
    maxEntries: options.maxResponses ?? 100,
    maxBytes: options.maxResponseBytes ?? 4 * 1024 * 1024,
  });
  const sessions = createSessions({
    storage: options.storage ?? createMemoryStorage(),
    name,
    requestTokens: async (refreshToken) => {
      // Not as a public call, so that it is repeated after 429. After any other failure the token may have been used.
      const call = { ...calls['auth.refreshToken'], access: 'apiKey' } as const;
      return resultOf(call, await request(call, { refreshToken }, undefined, {})) as Tokens;
    },
    dropResponses: () => responses.clear(),
    onSessionEnd: options.onSessionEnd,
  });

  /** Sends a call as a learner or as a guest. A response that is not modified has the text of the kept one. */
  async function request(
    call: Call,
    fields: CallRequest | undefined,
    session: Session | undefined,
    { signal, timeoutMs = options.timeoutMs ?? 30_000, idempotencyKey }: CallOptions,
  ): Promise<WireResponse> {
    const { url, body } = requestUrlOf(call, fields);
    const key = `${session?.id ?? 'guest'} ${url}`;
    const kept = call.method === 'GET' ? await responses.find(key) : undefined;
    const response = await send(
      call,
      {
        url: baseUrl + url,
        headers: {
          Accept: 'application/json',
          ...(call.access === 'public' ? {} : { 'X-API-Key': options.apiKey }),
          ...(session ? { Authorization: `Bearer ${session.token}` } : {}),
          ...(kept ? { 'If-None-Match': kept.etag } : {}),
          ...(idempotencyKey ? { 'Idempotency-Key': `"${idempotencyKey}"` } : {}),
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
      { fetch: options.fetch, retry, timeoutMs, signal },
    );
    if (response.status === 304) return { ...response, text: kept?.text ?? '' };
    const etag = response.header('etag');
    if (call.method === 'GET' && etag !== null && !hasExpiredToken(response))
      void responses.store(
        key,
        { etag, text: response.text },
        async () => (await sessions.read())?.id === session?.id,
      );
    return response;
  }

  /** Sends a call with the learner's token, and once more with a new one if it has expired. */
  async function requestInSession(
    call: Call,
    fields: CallRequest | undefined,
    callOptions: CallOptions,
  ): Promise<WireResponse> {
    const session = call.access === 'public' ? undefined : await sessions.read();
    if (session === undefined) return request(call, fields, undefined, callOptions);
    const first = await request(call, fields, session, callOptions).catch((error: unknown) => {
      if (isTokenError(error)) return error;
      throw error;
    });
    if (!(first instanceof KhmerLearningApiError) && !hasExpiredToken(first)) return first;
    const next = await sessions.refresh(session);
    if (next) return request(call, fields, next, callOptions);
    if (first instanceof KhmerLearningApiError) throw first;
    return first;
  }

  async function perform(callName: CallName, fields?: CallRequest, callOptions: CallOptions = {}) {
    const call: Call = calls[callName];
    const { idempotencyKey = randomKey() } = callOptions;
    const sendOptions = { ...callOptions, idempotencyKey: call.idempotencyKey ? idempotencyKey : undefined };
    try {
      const value = resultOf(call, await requestInSession(call, fields, sendOptions));
      if (call.signsIn) await sessions.start(value as Tokens);
      else if (endsSession.includes(callName)) await sessions.end();
      return value;
    } catch (error) {
      // The learner wants to leave, whether the server can be told or not.
      if (callName === 'logout') await sessions.end();
      throw error;
    }
  }

  const client: Record<string, unknown> = {
    isSignedIn: async () => (await sessions.read()) !== undefined,
  };
  for (const callName of Object.keys(calls) as CallName[]) {
    const [group = '', member] = callName.split('.');
    const method = (fields?: CallRequest, callOptions?: CallOptions) =>
      perform(callName, fields, callOptions);
    client[group] = member === undefined ? method : { ...(client[group] ?? {}), [member]: method };
  }
  return client as unknown as KhmerLearningClient;
}

/** About 100 random bits. React Native has no `crypto`, and a key is no secret. */
const randomKey = () => `${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;

/** The token had expired, and the response is a guest's. */
function hasExpiredToken(response: WireResponse): boolean {
  return response.header('x-token') === 'expired';
}

function isTokenError(error: unknown): error is KhmerLearningApiError {
  return error instanceof KhmerLearningApiError && error.status === 401 && error.code !== wrongPassword;
}

/** What the caller gets of a response. @throws KhmerLearningApiError when it is not the API's */
function resultOf({ envelope, signsIn }: Call, { status, text }: WireResponse): unknown {
  const body = parseJson(text);
  const needed = envelope ? 'data' : signsIn ? 'refreshToken' : undefined;
  const isComplete = needed === undefined || (typeof body === 'object' && body !== null && needed in body);
  if (body === undefined || !isComplete)
    throw new KhmerLearningApiError({
      status,
      code: 'invalid_response',
      message: 'The response is not from the API',
    });
  return envelope ? (body as { data: unknown }).data : body;
}
