import { Readable } from 'node:stream';
import { headerNames } from '@khmer-learning/contracts';
import type { ApiError } from '@khmer-learning/service-kit';
import { genericError, serviceUnavailable } from '../../http/errors.ts';
import {
  type Attempt,
  type AttemptOutcome,
  type ResponseReceiver,
  type ServiceRequest,
  startAttempt,
} from './attempt.ts';
import type { CallResult, ServiceInstance } from './service-instance.ts';
import type { ServicePool } from './service-pool.ts';

/** The error of a request body stream that failed while it was forwarded. */
export function requestBodyError({ body }: ServiceRequest): Error | undefined {
  return (body instanceof Readable && body.errored) || undefined;
}

/** A call to a service, with its pool, receiver and limits. */
export interface ServiceCallOptions {
  readonly pool: ServicePool;
  /** The endpoint's id. Each route has its own circuit breaker for time-outs. */
  readonly route: string;
  readonly request: ServiceRequest;
  readonly receiver: ResponseReceiver;
  /** Time limit until the response begins, for both attempts together. */
  readonly timeoutMs: number;
  /** Whether to send the remaining time to the service, so that it rejects work whose result would come too late. */
  readonly propagateDeadline?: boolean;
  /** Called after each attempt, for the metrics. */
  readonly onAttempt?: (outcome: AttemptOutcome) => void;
}

/** Part of the timeout that is subtracted from the service's deadline, for the last write and the response. */
const deadlineMarginRatio = 0.2;

/** Idempotent methods. */
const retryableMethods = new Set(['GET', 'HEAD']);

/**
 * Calls a service with at most two attempts, the second on another instance if there is one. A read is retried after a
 * lost connection or a 503, any other request only when no byte of it was sent.
 */
export function callService(options: ServiceCallOptions) {
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
  // An upload takes as long as its sender needs, so the timeout starts when it is complete.
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

  /** The result for the circuit breakers. Refused connections do not count: the readiness probe detects them soon. */
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
    /** The error for the caller; undefined when a response was passed on or the call was cancelled. */
    error: run().finally(() => clearTimeout(timer)),
    /** Cancels the call, after the caller has disconnected. */
    cancel(): void {
      cancelled = true;
      current?.stop('cancelled');
    },
  };
}
