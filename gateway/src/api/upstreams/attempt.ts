import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { ServiceInstance } from './service-instance.ts';

/** A request to a service, the same for each attempt. */
export interface ServiceRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | Readable | null;
}

/** Unread bytes of a response that cannot be paused, beyond which it is cut off. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** Receives a response in chunks. */
export interface ResponseReceiver {
  start(status: number, headers: IncomingHttpHeaders): void;
  /** Handles a chunk. False pauses the response until `onDrain` calls back. */
  data(chunk: Buffer): boolean;
  onDrain(resume: () => void): void;
  end(): void;
  /** Called when a response that has begun is cut off. */
  abort(): void;
}

/**
 * How an attempt ended.
 * - `answered`: the receiver has the whole response, or the part that arrived
 * - `busy`: 503, not passed to the receiver
 * - `unsent`: failed before a byte of the request was sent
 * - `lost`: failed after that
 * - `late`: no response in time
 * - `cancelled`: the caller has disconnected
 */
export type AttemptOutcome = 'answered' | 'busy' | 'unsent' | 'lost' | 'late' | 'cancelled';

/** An attempt in flight. */
export type Attempt = ReturnType<typeof startAttempt>;

/**
 * Sends a request to one instance and passes its response to the receiver.
 *
 * @param intercept503 end as `busy` instead of passing on a 503
 */
export function startAttempt(
  instance: ServiceInstance,
  request: ServiceRequest,
  receiver: ResponseReceiver,
  intercept503: boolean,
) {
  let controller: Dispatcher.DispatchController | undefined;
  let settled = false;
  let hasResponseStarted = false;
  let isIntercepted = false;
  let isLastOfConnection = false;
  let unreadBytes = 0;
  let settle: (outcome: AttemptOutcome) => void = () => undefined;
  const outcome = new Promise<AttemptOutcome>((resolve) => {
    settle = (value) => {
      if (settled) return;
      settled = true;
      resolve(value);
    };
  });

  instance.pool.dispatch(
    { method: request.method, path: request.path, headers: request.headers, body: request.body },
    {
      // Called when a connection is available, before the first byte is sent.
      onRequestStart(started) {
        controller = started;
        if (settled) started.abort(new Error('Aborted before it was sent'));
      },
      onResponseStart(_controller, status, headers) {
        if (settled || status < 200) return;
        if (status === 503) instance.probeSoon();
        if (status === 503 && intercept503) {
          isIntercepted = true;
          return;
        }
        hasResponseStarted = true;
        isLastOfConnection = /\bclose\b/i.test(String(headers.connection ?? ''));
        receiver.start(status, headers);
      },
      onResponseData(current, chunk) {
        if (isIntercepted || settled || receiver.data(chunk)) return;
        if (!isLastOfConnection) {
          current.pause();
          receiver.onDrain(() => current.resume());
          return;
        }
        // A paused parser at the end of a connection throws where nothing can catch it
        // (https://github.com/nodejs/undici/issues/5360, mended in undici 8, which needs Node 22).
        if (unreadBytes === 0) receiver.onDrain(() => (unreadBytes = 0));
        unreadBytes += chunk.length;
        if (unreadBytes > maxUnreadBytes) current.abort(new Error('Too much of the response is unread'));
      },
      onResponseEnd() {
        if (settled) return;
        if (!isIntercepted) receiver.end();
        settle(isIntercepted ? 'busy' : 'answered');
      },
      onResponseError() {
        if (settled) return;
        if (hasResponseStarted) receiver.abort();
        settle(hasResponseStarted ? 'answered' : isIntercepted ? 'busy' : controller ? 'lost' : 'unsent');
      },
    },
  );

  return {
    outcome,
    /** Aborts the attempt. `late` has no effect once the response has begun; `cancelled` always aborts. */
    stop(reason: 'late' | 'cancelled'): void {
      if (settled || (reason === 'late' && hasResponseStarted)) return;
      settle(reason);
      controller?.abort(new Error(reason));
    },
  };
}
