import { Readable } from 'node:stream';
import { headerNames } from '@khmer-learning/contracts';
import type { ApiError } from '@khmer-learning/service-kit';
import { genericFailure, unavailable } from '../http/errors.ts';
import { type Attempt, attempt, type Outcome, type Receiver, type ServiceRequest } from './exchange.ts';
import type { Instance, Verdict } from './instance.ts';
import type { ServicePool } from './service-pool.ts';

/** What went wrong with a body while it was being passed on. */
export function bodyFailed({ body }: ServiceRequest): Error | undefined {
  return (body instanceof Readable && body.errored) || undefined;
}

export interface CallOptions {
  readonly pool: ServicePool;
  /** The endpoint's id: what it times out on is held against it alone. */
  readonly route: string;
  readonly request: ServiceRequest;
  readonly receiver: Receiver;
  /** Until the answer begins, attempts together. */
  readonly timeoutMs: number;
  /** Whether the service is told how much time it has: what it cannot do by then it refuses, instead of doing it unheard. */
  readonly tellsTime?: boolean;
  /** Told of each attempt, for the metrics. */
  readonly onAttempt?: (outcome: Outcome) => void;
}

/** A call under way. */
export interface Call {
  /** What to tell the caller when no answer was handed over; undefined when one was, or nobody waits any more. */
  readonly failure: Promise<ApiError | undefined>;
  /** The caller has gone. */
  cancel(): void;
}

/** The part of its time that a service keeps free: to end, and be heard, what it was just about to store. */
const marginPart = 0.2;

/** Reading twice does no harm. */
const repeatable = new Set(['GET', 'HEAD']);

/**
 * Calls a service: at most two attempts, the second on another instance when there is one. A read is repeated
 * after a lost connection or a 503; anything else only when no byte of it was sent.
 */
export function callService(options: CallOptions): Call {
  const { pool, route, request, receiver, timeoutMs, onAttempt } = options;
  const isRepeatable = repeatable.has(request.method);
  const isStream = request.body instanceof Readable;
  let current: Attempt | undefined;
  let cancelled = false;
  let overdue = false;
  let timer: NodeJS.Timeout | undefined;
  const startedAt = performance.now();
  const startTimer = () => {
    timer = setTimeout(() => {
      overdue = true;
      current?.stop('late');
    }, timeoutMs);
  };
  // An upload takes as long as its sender needs: the service's time begins when it is through.
  if (request.body instanceof Readable) request.body.once('end', startTimer);
  else startTimer();

  function sentNow(): ServiceRequest {
    if (!options.tellsTime) return request;
    const leftMs = timeoutMs * (1 - marginPart) - (performance.now() - startedAt);
    const time = { [headerNames.timeoutMs]: String(Math.max(0, Math.floor(leftMs))) };
    return { ...request, headers: { ...request.headers, ...time } };
  }

  async function tryOn(instance: Instance, isFirst: boolean): Promise<Outcome> {
    const finish = instance.begin(route);
    current = attempt(instance, sentNow(), receiver, isFirst && isRepeatable);
    const outcome = await current.outcome;
    finish(verdictOn(outcome));
    onAttempt?.(outcome);
    return outcome;
  }

  /** What an outcome says. That an instance refuses connections, or says nothing at all, `/readyz` says soon enough. */
  function verdictOn(outcome: Outcome): Verdict {
    if (outcome === 'answered' || outcome === 'busy') return 'answered';
    if (bodyFailed(request)) return 'unknown';
    return outcome === 'lost' || outcome === 'late' ? outcome : 'unknown';
  }

  function mayRepeat(outcome: Outcome): boolean {
    if (cancelled || overdue || isStream) return false;
    return outcome === 'unsent' || (isRepeatable && (outcome === 'lost' || outcome === 'busy'));
  }

  async function run(): Promise<ApiError | undefined> {
    const first = pool.pick(route);
    if (!first) return unavailable();
    let outcome = await tryOn(first, true);
    if (mayRepeat(outcome)) {
      const second = pool.pick(route, first);
      if (!second) return unavailable();
      outcome = await tryOn(second, false);
    }
    if (outcome === 'answered' || outcome === 'cancelled') return undefined;
    return outcome === 'late' ? genericFailure(504) : unavailable();
  }

  return {
    failure: run().finally(() => clearTimeout(timer)),
    cancel() {
      cancelled = true;
      current?.stop('cancelled');
    },
  };
}
