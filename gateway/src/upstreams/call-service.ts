import { Readable } from 'node:stream';
import { headerNames } from '@khmer-learning/contracts';
import type { ApiError } from '@khmer-learning/service-kit';
import { genericError, serviceUnavailable } from '../http/errors.ts';
import {
  type Attempt,
  type AttemptOutcome,
  type ResponseReceiver,
  type ServiceRequest,
  startAttempt,
} from './attempt.ts';
import type { CallResult, ServiceInstance } from './service-instance.ts';
import type { ServicePool } from './service-pool.ts';

/** What went wrong with a body while it was being passed on. */
export function requestBodyError({ body }: ServiceRequest): Error | undefined {
  return (body instanceof Readable && body.errored) || undefined;
}

export interface ServiceCallOptions {
  readonly pool: ServicePool;
  /** The endpoint's id: what it times out on is held against it alone. */
  readonly route: string;
  readonly request: ServiceRequest;
  readonly receiver: ResponseReceiver;
  /** Until the answer begins, attempts together. */
  readonly timeoutMs: number;
  /** Whether the service is told how much time it has: what it cannot do by then it refuses, instead of doing it unheard. */
  readonly propagateDeadline?: boolean;
  /** Told of each attempt, for the metrics. */
  readonly onAttempt?: (outcome: AttemptOutcome) => void;
}

/** A call under way. */
export interface ServiceCall {
  /** What to tell the caller when no answer was handed over; undefined when one was, or nobody waits any more. */
  readonly error: Promise<ApiError | undefined>;
  /** The caller has gone. */
  cancel(): void;
}

/** The part of its time that a service keeps free: to end, and be heard, what it was just about to store. */
const deadlineMarginRatio = 0.2;

/** Reading twice does no harm. */
const retryableMethods = new Set(['GET', 'HEAD']);

/**
 * Calls a service: at most two attempts, the second on another instance when there is one. A read is repeated
 * after a lost connection or a 503; anything else only when no byte of it was sent.
 */
export function callService(options: ServiceCallOptions): ServiceCall {
  const { pool, route, request, receiver, timeoutMs, onAttempt } = options;
  const isRetryable = retryableMethods.has(request.method);
  const isStream = request.body instanceof Readable;
  let current: Attempt | undefined;
  let cancelled = false;
  let hasTimedOut = false;
  let timer: NodeJS.Timeout | undefined;
  const startedAt = performance.now();
  const startTimer = () => {
    timer = setTimeout(() => {
      hasTimedOut = true;
      current?.stop('late');
    }, timeoutMs);
  };
  // An upload takes as long as its sender needs: the service's time begins when it is through.
  if (request.body instanceof Readable) request.body.once('end', startTimer);
  else startTimer();

  function withDeadline(): ServiceRequest {
    if (!options.propagateDeadline) return request;
    const remainingMs = timeoutMs * (1 - deadlineMarginRatio) - (performance.now() - startedAt);
    const time = { [headerNames.timeoutMs]: String(Math.max(0, Math.floor(remainingMs))) };
    return { ...request, headers: { ...request.headers, ...time } };
  }

  async function attemptOn(instance: ServiceInstance, isFirst: boolean): Promise<AttemptOutcome> {
    const finish = instance.beginCall(route);
    current = startAttempt(instance, withDeadline(), receiver, isFirst && isRetryable);
    const outcome = await current.outcome;
    finish(callResultOf(outcome));
    onAttempt?.(outcome);
    return outcome;
  }

  /** What an outcome says. That an instance refuses connections, or says nothing at all, `/readyz` says soon enough. */
  function callResultOf(outcome: AttemptOutcome): CallResult {
    if (outcome === 'answered' || outcome === 'busy') return 'answered';
    if (requestBodyError(request)) return 'unknown';
    return outcome === 'lost' || outcome === 'late' ? outcome : 'unknown';
  }

  function canRetry(outcome: AttemptOutcome): boolean {
    if (cancelled || hasTimedOut || isStream) return false;
    return outcome === 'unsent' || (isRetryable && (outcome === 'lost' || outcome === 'busy'));
  }

  async function run(): Promise<ApiError | undefined> {
    const first = pool.pick(route);
    if (!first) return serviceUnavailable();
    let outcome = await attemptOn(first, true);
    if (canRetry(outcome)) {
      const second = pool.pick(route, first);
      if (!second) return serviceUnavailable();
      outcome = await attemptOn(second, false);
    }
    if (outcome === 'answered' || outcome === 'cancelled') return undefined;
    return outcome === 'late' ? genericError(504) : serviceUnavailable();
  }

  return {
    error: run().finally(() => clearTimeout(timer)),
    cancel() {
      cancelled = true;
      current?.stop('cancelled');
    },
  };
}
