import { headerNames, type Principal, type Rights } from '@khmer-learning/contracts';
import type { FastifyInstance } from 'fastify';

/** Callers, as the gateway would identify them. */
const principals = {
  admin: { kind: 'session', userId: 1, role: 'admin', sessionId: 's-1', sessionExpiresAt: 4_102_444_800 },
  teacher: { kind: 'session', userId: 2, role: 'teacher', sessionId: 's-2', sessionExpiresAt: 4_102_444_800 },
  student: { kind: 'session', userId: 3, role: 'student', sessionId: 's-3', sessionExpiresAt: 4_102_444_800 },
  app: { kind: 'apiKey', apiKeyId: 1 },
  learner: { kind: 'apiKey', apiKeyId: 1, learner: { userId: 3, email: 'learner@khmer.local' } },
  nobody: { kind: 'public' },
  gateway: { kind: 'gateway' },
} as const satisfies Record<string, Principal>;

/**
 * A caller for tests: users with ids 1 to 3, an app with a key, user 3 through an app, an anonymous caller, or
 * the gateway itself.
 */
export type TestPrincipal = keyof typeof principals;

/** A response with its parsed JSON body. */
export interface ServiceResponse<T = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: T;
}

/** The caller, request id and headers of a call. */
export interface ServiceCallerOptions {
  /** Default: `teacher`. */
  readonly as?: TestPrincipal;
  /** What an admin has taken from the user; by default nothing. */
  readonly rights?: Rights;
  /** Default: `request-1`. */
  readonly requestId?: string;
  /** Added to, or replacing, the gateway's headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The response is text or bytes (`Buffer`), not JSON. */
  readonly text?: boolean;
  readonly bytes?: boolean;
}

/**
 * Calls a service: `call('PATCH', '/api/lessons/1', {…}, { as: 'admin' })`.
 *
 * The URL may contain any characters; it is encoded. A string or buffer is sent unchanged, any other body as JSON.
 */
export type ServiceCaller = <T = never>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: Readonly<Record<string, unknown>> | readonly unknown[] | string | Buffer,
  options?: ServiceCallerOptions,
) => Promise<ServiceResponse<T>>;

/**
 * Creates a function that calls a service under test like the gateway, with an internal token for the caller.
 *
 * @param app the service; it need not listen
 * @param audience the service's name
 * @param sign service-kit's `createInternalTokenSigner`, with the service's secrets
 */
export function createServiceCaller(
  app: FastifyInstance,
  audience: string,
  sign: (content: { audience: string; requestId: string; principal: Principal }) => string,
): ServiceCaller {
  return async <T>(
    ...[method, url, body, options = {}]: Parameters<ServiceCaller>
  ): Promise<ServiceResponse<T>> => {
    const {
      as = 'teacher',
      rights,
      requestId = 'request-1',
      headers: extraHeaders = {},
      text = false,
      bytes = false,
    } = options;
    const caller: Principal = principals[as];
    const principal = caller.kind === 'session' ? { ...caller, rights } : caller;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await app.inject({
      method,
      url: encodeURI(url),
      headers: {
        [headerNames.internalToken]: sign({ audience, requestId, principal }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...extraHeaders,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: bytes ? (response.rawPayload as T) : text ? (response.body as T) : response.json<T>(),
    };
  };
}
