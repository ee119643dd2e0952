import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FailureQueue, InjectedFailure } from '../control/failure-queue.ts';
import { newDebugId } from './ids.ts';
import { errorForStatus } from './paypal-error.ts';

/** Applies injected failures to the calls of a scope. */
export function registerFailureInjection(app: FastifyInstance, failures: FailureQueue): void {
  const pendingFailures = new WeakMap<FastifyRequest, InjectedFailure>();

  app.addHook('preHandler', async (request, reply) => {
    const { call } = request.routeOptions.config;
    const failure = call === undefined ? undefined : failures.takeNext(call);
    if (failure === undefined) return;
    if (failure.when === 'after') pendingFailures.set(request, failure);
    else await applyFailure(failure, request, reply);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const failure = pendingFailures.get(request);
    if (failure === undefined) return payload;
    // An error thrown here would run this hook again.
    pendingFailures.delete(request);
    await delay(failure.delayMs);
    if (failure.effect === 'drop') request.raw.socket.destroy();
    if (failure.effect !== 'error') return payload;
    const answer = JSON.stringify(errorForStatus(failure.status, failure.issue).body(newDebugId()));
    reply.code(failure.status).type('application/json').header('content-length', Buffer.byteLength(answer));
    setRetryAfter(failure, reply);
    return answer;
  });
}

async function applyFailure(
  failure: InjectedFailure,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await delay(failure.delayMs);
  if (failure.effect === 'drop') {
    reply.hijack();
    request.raw.socket.destroy();
  }
  if (failure.effect !== 'error') return;
  setRetryAfter(failure, reply);
  throw errorForStatus(failure.status, failure.issue);
}

function setRetryAfter({ retryAfter }: InjectedFailure, reply: FastifyReply): void {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
}
