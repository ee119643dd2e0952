import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { ServiceInstance } from './service-instance.ts';

/** One request for a service, the same for each attempt. */
export interface ServiceRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | Readable | null;
}

/** Takes an answer in, piece by piece. */
export interface ResponseReceiver {
  start(status: number, headers: IncomingHttpHeaders): void;
  /** False: no more, please, until `wait` has called back. */
  data(chunk: Buffer): boolean;
  onDrain(resume: () => void): void;
  end(): void;
  /** The answer has begun and will not be finished. */
  abort(): void;
}

/**
 * How an attempt ended.
 * - `answered`: the receiver has the whole answer, or what there was of it
 * - `busy`: 503, which the receiver was not told of
 * - `unsent`: failed before a byte of the request was sent
 * - `lost`: failed after that
 * - `late`: no answer in time
 * - `cancelled`: the caller has gone
 */
export type AttemptOutcome = 'answered' | 'busy' | 'unsent' | 'lost' | 'late' | 'cancelled';

export interface Attempt {
  readonly outcome: Promise<AttemptOutcome>;
  /** Stops the attempt as `late` before the answer has begun, in any case as `cancelled`. */
  stop(reason: 'late' | 'cancelled'): void;
}

/**
 * Sends a request to one instance and hands its answer over.
 *
 * @param intercept503 end as `busy` instead of handing over a 503
 */
export function startAttempt(
  instance: ServiceInstance,
  request: ServiceRequest,
  receiver: ResponseReceiver,
  intercept503: boolean,
): Attempt {
  let controller: Dispatcher.DispatchController | undefined;
  let settled = false;
  let hasResponseStarted = false;
  let isIntercepted = false;
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
      // Called when a connection is there, before the first byte goes out.
      onRequestStart(started) {
        controller = started;
        if (settled) started.abort(new Error('No longer wanted'));
      },
      onResponseStart(_controller, status, headers) {
        if (settled || status < 200) return;
        if (status === 503 && intercept503) {
          isIntercepted = true;
          return;
        }
        hasResponseStarted = true;
        receiver.start(status, headers);
      },
      onResponseData(current, chunk) {
        if (isIntercepted || settled || receiver.data(chunk)) return;
        current.pause();
        receiver.onDrain(() => current.resume());
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
    stop(reason) {
      if (settled || (reason === 'late' && hasResponseStarted)) return;
      settle(reason);
      controller?.abort(new Error(reason));
    },
  };
}
