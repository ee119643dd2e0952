import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Instance } from './instance.ts';

/** One request for a service, the same for each attempt. */
export interface ServiceRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | Readable | null;
}

/** Takes an answer in, piece by piece. */
export interface Receiver {
  start(status: number, headers: IncomingHttpHeaders): void;
  /** False: no more, please, until `wait` has called back. */
  data(chunk: Buffer): boolean;
  wait(resume: () => void): void;
  end(): void;
  /** The answer has begun and will not be finished. */
  broken(): void;
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
export type Outcome = 'answered' | 'busy' | 'unsent' | 'lost' | 'late' | 'cancelled';

export interface Attempt {
  readonly outcome: Promise<Outcome>;
  /** Stops the attempt as `late` before the answer has begun, in any case as `cancelled`. */
  stop(reason: 'late' | 'cancelled'): void;
}

/**
 * Sends a request to one instance and hands its answer over.
 *
 * @param hideBusy end as `busy` instead of handing over a 503
 */
export function attempt(
  instance: Instance,
  request: ServiceRequest,
  receiver: Receiver,
  hideBusy: boolean,
): Attempt {
  let controller: Dispatcher.DispatchController | undefined;
  let settled = false;
  let begun = false;
  let hidden = false;
  let settle: (outcome: Outcome) => void = () => undefined;
  const outcome = new Promise<Outcome>((resolve) => {
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
        if (status === 503 && hideBusy) {
          hidden = true;
          return;
        }
        begun = true;
        receiver.start(status, headers);
      },
      onResponseData(current, chunk) {
        if (hidden || settled || receiver.data(chunk)) return;
        current.pause();
        receiver.wait(() => current.resume());
      },
      onResponseEnd() {
        if (settled) return;
        if (!hidden) receiver.end();
        settle(hidden ? 'busy' : 'answered');
      },
      onResponseError() {
        if (settled) return;
        if (begun) receiver.broken();
        settle(begun ? 'answered' : hidden ? 'busy' : controller ? 'lost' : 'unsent');
      },
    },
  );

  return {
    outcome,
    stop(reason) {
      if (settled || (reason === 'late' && begun)) return;
      settle(reason);
      controller?.abort(new Error(reason));
    },
  };
}
