import { type Endpoint, formatSurrogateKeys, headerNames } from '@khmer-learning/contracts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type HandlerContext, mountEndpoint } from './mount-endpoint.ts';

/** The most paid items that an answer names one by one. */
const maxNamedItems = 150;

/** Collects what an answer of `/api/v1` is made of, so that the gateway can keep it. */
export interface AnswerContents {
  /** Adds surrogate keys. Name those that a refusal depends on, such as a 404, before it is thrown. */
  add(...keys: readonly string[]): void;
  /**
   * Adds paid items whose ownership by the caller matters for the answer.
   *
   * @param checked `all` when the answer depends on everything that the caller owns
   * @param found those of them that the caller owns
   */
  addOwnership(checked: readonly number[] | 'all', found?: ReadonlySet<number>): void;
}

/**
 * Serves an endpoint whose answers the gateway keeps: `mountEndpoint`, with the headers that say what an answer is made
 * of. A service that answers from copies passes `isUpToDate`: while a copy lags behind, the gateway must not keep the
 * answer, because no event would tell it that the answer has become wrong.
 *
 * @param isUpToDate asked before the data are read: changes after that reach the gateway as events
 */
export function mountCachedRead<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: HandlerContext<E>, contents: AnswerContents) => Promise<z.input<E['response']>>,
  isUpToDate?: () => Promise<boolean>,
): void {
  mountEndpoint(app, endpoint, async (context) => {
    const { reply } = context;
    if (isUpToDate && !(await isUpToDate())) reply.header('cache-control', 'no-store');
    const keys = new Set<string>();
    const checked = new Set<number>();
    const found = new Set<number>();
    let dependsOnAll = false;
    try {
      return await handler(context, {
        add: (...names) => {
          for (const name of names) keys.add(name);
        },
        addOwnership(ids, owned) {
          dependsOnAll ||= ids === 'all';
          for (const id of ids === 'all' ? [] : ids) {
            checked.add(id);
            if (owned?.has(id)) found.add(id);
          }
        },
      });
    } finally {
      const tooMany = dependsOnAll || checked.size > maxNamedItems;
      reply
        .header(headerNames.surrogateKey, formatSurrogateKeys(keys))
        .header(headerNames.checkedOwnership, tooMany ? '*' : formatIds(checked))
        .header(headerNames.foundOwnership, tooMany ? '' : formatIds(found));
    }
  });
}

function formatIds(ids: ReadonlySet<number>): string {
  return [...ids].sort((one, other) => one - other).join(' ');
}
