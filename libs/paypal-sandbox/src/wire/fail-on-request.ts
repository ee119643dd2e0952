import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure, Failures } from '../control/failures.ts';
import { debugId } from './ids.ts';
import { errorOfStatus } from './paypal-error.ts';

/** Lets the calls of a scope go wrong where that has been asked for. */
export function failOnRequest(app: FastifyInstance, failures: Failures): void {
  const planned = new WeakMap<FastifyRequest, Failure>();

  app.addHook('preHandler', async (request, reply) => {
    const { call } = request.routeOptions.config;
    const failure = call === undefined ? undefined : failures.take(call);
    if (failure === undefined) return;
    if (failure.when === 'after') planned.set(request, failure);
    else await befall(failure, request, reply);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const failure = planned.get(request);
    if (failure === undefined) return payload;
    // An error that it throws would come back here.
    planned.delete(request);
    await delay(failure.delayMs);
    if (failure.effect === 'drop') request.raw.socket.destroy();
    if (failure.effect !== 'error') return payload;
    const answer = JSON.stringify(errorOfStatus(failure.status, failure.issue).body(debugId()));
    reply.code(failure.status).type('application/json').header('content-length', Buffer.byteLength(answer));
    sayWhenToComeBack(failure, reply);
    return answer;
  });
}

async function befall(failure: Failure, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await delay(failure.delayMs);
  if (failure.effect === 'drop') {
    reply.hijack();
    request.raw.socket.destroy();
  }
  if (failure.effect !== 'error') return;
  sayWhenToComeBack(failure, reply);
  throw errorOfStatus(failure.status, failure.issue);
}

function sayWhenToComeBack({ retryAfter }: Failure, reply: FastifyReply): void {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
}
