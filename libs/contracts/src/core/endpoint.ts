import type { z } from 'zod';
import type { ApiKeyScope } from './identity.ts';

/** All processes that serve endpoints. The gateway serves its own (docs, registry, health). */
export const serviceNames = ['users', 'content', 'quizzes', 'commerce', 'media', 'stats', 'gateway'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * Who may call an endpoint. Both the gateway and the service check it.
 * - `public`: anyone
 * - `session`: a signed-in admin or teacher of the console
 * - `admin`: a signed-in admin of the console
 * - `apiKey`: an external app with a valid `X-API-Key`; a learner's Bearer token is optional
 * - `learner`: `apiKey` plus a learner's Bearer token
 * - `adminOrLearner`: a signed-in admin of the console, or a learner's Bearer token without an API key
 * - `internal`: only the gateway; such an endpoint is never routed from outside
 */
export type Access = 'public' | 'session' | 'admin' | 'apiKey' | 'learner' | 'adminOrLearner' | 'internal';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One HTTP endpoint, shared by browser, gateway and service. `path` uses `:name` for parameters. */
export interface Endpoint<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType = z.ZodType,
> {
  /** Unique and stable, such as `lessons.list`. The operation's name in OpenAPI, metrics and the client. */
  readonly id: string;
  readonly service: ServiceName;
  readonly method: HttpMethod;
  readonly path: string;
  /** Alternative paths of the same endpoint (`/api/purchase-history` for `/api/purchase_history`). */
  readonly aliases?: readonly string[];
  readonly access: Access;
  /** `publish`: it always changes what learners see, so it needs that right, whatever the access. */
  readonly permission?: 'publish';
  /** The session must have been proved within `proofLifetimeSeconds`, or the call gets 403 `proof_required`. */
  readonly recentProof?: true;
  /** Open to who must have a second factor and has none yet; everybody else's calls with a session get 403 `second_factor_missing`. */
  readonly withoutSecondFactor?: true;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Schema of a successful response. The service removes fields that it does not declare. */
  readonly response: R;
  /** Status of a successful response; default 200. */
  readonly status?: 200 | 201;
  /**
   * Encoding of the body; default JSON. `multipart` is streamed through the gateway (uploads). `raw` passes the
   * unparsed bytes to the handler, which verifies their signature.
   */
  readonly bodyType?: 'multipart' | 'raw';
  /**
   * Type of the response; default JSON. `binary` is a file, which `response` does not describe. `event-stream` is a stream of
   * server-sent events whose data `response` describes; it has no end that a caller could wait for. `redirect` leads a browser to
   * another page.
   */
  readonly responseType?: 'binary' | 'event-stream' | 'redirect';
  /** Maximum body size in bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  /**
   * Time until the response must start; default: the gateway's timeout. For calls that depend on an external
   * provider.
   */
  readonly responseTimeoutMs?: number;
  /** `/api/v1` responses use the envelope `{success, data}`, errors `{success: false, error, message, code}`. */
  readonly envelope?: 'v1';
  /** A repeated call has the effect of one, so that a client may repeat it after an unclear failure. Every GET is. */
  readonly idempotent?: true;
  /** It takes the header `Idempotency-Key`: a repetition with the same key has no effect and gets the first answer. */
  readonly idempotencyKey?: true;
  /** The scope that the API key needs, for the accesses `apiKey` and `learner`; default `read`. */
  readonly scope?: ApiKeyScope;
  /**
   * The gateway may cache this GET until an event of one of these entities purges a surrogate key of the answer.
   * Without surrogate keys in the event or the answer, any event of these entities drops it.
   */
  readonly cacheInvalidatedBy?: readonly string[];
  /**
   * The answer of this GET for a console session depends on nothing of its caller but the role, so the gateway may answer
   * concurrent reads of one URL by one call.
   */
  readonly sharedByRole?: true;
}

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined;
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Parsed parameters, as a service's handler receives them. */
export type ParamsOf<E> = E extends { params: infer S } ? SchemaOutput<S> : undefined;
/** Parsed query, as a service's handler receives it. */
export type QueryOf<E> = E extends { query: infer S } ? SchemaOutput<S> : undefined;
/** Parsed body, as a service's handler receives it. */
export type BodyOf<E> = E extends { body: infer S } ? SchemaOutput<S> : undefined;
/** What a handler returns and a client receives. */
export type ResponseOf<E> = E extends { response: infer S } ? SchemaOutput<S> : never;

/** What a client sends: exactly the parts that the endpoint declares. */
export type RequestOf<E> = (E extends { params: infer S } ? { params: SchemaInput<S> } : unknown) &
  (E extends { query: infer S } ? { query?: SchemaInput<S> } : unknown) &
  (E extends { body: infer S } ? { body: SchemaInput<S> } : unknown);

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/**
 * Replaces the parameters of a path: `fillPath('/api/lessons/:id', { id: 4 })` returns `/api/lessons/4`.
 *
 * @throws Error when a parameter is missing
 */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) throw new Error(`Missing path parameter "${name}" of ${path}`);
    return encodeURIComponent(String(value));
  });
}
