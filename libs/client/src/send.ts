import { type FieldError, KhmerLearningApiError } from './api-error.ts';
import type { Call } from './call.ts';
import { type Fetch, type FetchResponse, platform, type Signal } from './platform.ts';
import { type RetryOptions, retryDelayMs } from './retry.ts';

/** A request as it is sent. */
export interface WireRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** A response with a status of 200 to 304. */
export interface WireResponse {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
}

export interface SendOptions {
  /** Milliseconds for each try. */
  readonly timeoutMs: number;
  readonly fetch: Fetch | undefined;
  readonly retry: Required<RetryOptions>;
  readonly signal?: Signal | undefined;
}

const notModified = 304;

/**
 * Sends a call, and sends it again after a passing failure.
 *
 * @throws KhmerLearningApiError, or the reason of the signal
 */
export async function send(call: Call, request: WireRequest, options: SendOptions): Promise<WireResponse> {
  for (let tries = 1; ; tries += 1) {
    throwIfAborted(options.signal);
    const result = await sendOnce(call, request, options);
    if (!(result instanceof KhmerLearningApiError)) return result;
    throwIfAborted(options.signal);
    const delay = retryDelayMs(call, result, tries, options.retry, Math.random());
    if (delay === undefined) throw result;
    await wait(delay, options.signal);
  }
}

/** One try. Its time limit includes the response's body. */
async function sendOnce(
  { method }: Call,
  { url, headers, body }: WireRequest,
  { fetch = platform.fetch, timeoutMs, signal }: SendOptions,
): Promise<WireResponse | KhmerLearningApiError> {
  const controller = new platform.AbortController();
  const abort = () => controller.abort();
  let hasTimedOut = false;
  const timer = platform.setTimeout(() => {
    hasTimedOut = true;
    abort();
  }, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      credentials: 'omit',
      signal: controller.signal,
    });
    const text = await response.text();
    if (response.status > notModified) return errorOf(response, text);
    return { status: response.status, text, header: (name) => response.headers.get(name) };
  } catch (cause) {
    return new KhmerLearningApiError({
      status: 0,
      code: hasTimedOut ? 'timed_out' : 'network',
      message: hasTimedOut ? `No response within ${timeoutMs} ms` : 'The server cannot be reached',
      cause,
    });
  } finally {
    platform.clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The error of a response: `{message, code}` of `/api/v1`, or `{message, code, issues}` of the account calls. */
function errorOf({ status, headers }: FetchResponse, text: string): KhmerLearningApiError {
  const body = (parseJson(text) ?? {}) as { code?: unknown; message?: unknown; issues?: unknown };
  const seconds = headers.get('retry-after') ?? '';
  return new KhmerLearningApiError({
    status,
    code: typeof body.code === 'string' ? body.code : 'unknown',
    message: typeof body.message === 'string' ? body.message : `Status ${status}`,
    details: Array.isArray(body.issues) ? (body.issues as FieldError[]) : [],
    retryAfter: /^\d{1,9}$/.test(seconds) ? Number(seconds) : undefined,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

/** A parsed JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits; an abort ends the wait with the signal's reason. */
function wait(milliseconds: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = platform.setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    function abort() {
      platform.clearTimeout(timer);
      reject(reasonOf(signal));
    }
    signal?.addEventListener('abort', abort);
  });
}

function throwIfAborted(signal: Signal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** React Native's signals have no reason. */
function reasonOf(signal: Signal | undefined): unknown {
  if (signal?.reason !== undefined) return signal.reason;
  const error = new Error('The call was aborted');
  error.name = 'AbortError';
  return error;
}
