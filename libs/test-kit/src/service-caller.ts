import { headerNames, type Principal } from '@khmer-learning/contracts';
import type { FastifyInstance } from 'fastify';

/** Who calls, as the gateway would say it. */
const principals = {
  admin: { kind: 'session', userId: 1, role: 'admin', sessionId: 's-1', sessionExpiresAt: 4_102_444_800 },
  teacher: { kind: 'session', userId: 2, role: 'teacher', sessionId: 's-2', sessionExpiresAt: 4_102_444_800 },
  student: { kind: 'session', userId: 3, role: 'student', sessionId: 's-3', sessionExpiresAt: 4_102_444_800 },
  app: { kind: 'apiKey', apiKeyId: 1 },
  learner: { kind: 'apiKey', apiKeyId: 1, learner: { userId: 3, email: 'learner@khmer.local' } },
  nobody: { kind: 'public' },
} as const satisfies Record<string, Principal>;

/** Somebody a test can call as: people with user ids 1 to 3, an app with a key, user 3 with an app, nobody in particular. */
export type TestPrincipal = keyof typeof principals;

/** An answer, with its JSON body parsed. */
export interface ServiceResponse<T = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: T;
}

/** As whom a call is made, and what it carries besides its body. */
export interface ServiceCallerOptions {
  /** Default: `teacher`. */
  readonly as?: TestPrincipal;
  /** Default: `request-1`. */
  readonly requestId?: string;
  /** Added to those that the gateway sets, or in their place. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer is a text, not JSON. */
  readonly text?: boolean;
}

/**
 * One call of a service: `call('PATCH', '/api/lessons/1', {…}, { as: 'admin' })`.
 *
 * The address may hold any characters, encoded on the way. A body of text or bytes is sent as it is, any other as JSON.
 */
export type ServiceCaller = <T = never>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: Readonly<Record<string, unknown>> | readonly unknown[] | string | Buffer,
  options?: ServiceCallerOptions,
) => Promise<ServiceResponse<T>>;

/**
 * Calls a service under test as the gateway calls it: with an internal token that says who is behind it.
 *
 * @param app the service; it need not listen
 * @param audience the service's name
 * @param sign service-kit's `createInternalTokenSigner`, with the service's own secrets
 */
export function createServiceCaller(
  app: FastifyInstance,
  audience: string,
  sign: (content: { audience: string; requestId: string; principal: Principal }) => string,
): ServiceCaller {
  return async <T>(
    ...[method, url, body, options = {}]: Parameters<ServiceCaller>
  ): Promise<ServiceResponse<T>> => {
    const { as = 'teacher', requestId = 'request-1', headers: extraHeaders = {}, text = false } = options;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await app.inject({
      method,
      url: encodeURI(url),
      headers: {
        [headerNames.internalToken]: sign({ audience, requestId, principal: principals[as] }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...extraHeaders,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: text ? (response.body as T) : response.json<T>(),
    };
  };
}
