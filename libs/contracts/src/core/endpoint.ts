import type { z } from 'zod';

/** Every process that can own an endpoint. `gateway` answers by itself (docs, registry, health). */
export const serviceNames = ['users', 'content', 'quizzes', 'commerce', 'media', 'stats', 'gateway'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * Who may call an endpoint. Checked by the gateway and again by the service.
 * - `public`: anyone
 * - `session`: a signed-in admin or teacher of the console
 * - `admin`: a signed-in admin of the console
 * - `apiKey`: an external app with a valid `X-API-Key`; a learner's Bearer token is honoured when sent
 * - `learner`: `apiKey` plus a learner's Bearer token
 * - `internal`: the gateway itself; such an endpoint is never routed from outside
 */
export type Access = 'public' | 'session' | 'admin' | 'apiKey' | 'learner' | 'internal';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One HTTP call that browser, gateway and service agree on. `path` uses `:name` for parameters. */
export interface Endpoint<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType = z.ZodType,
> {
  /** Unique and stable: `lessons.list`. Names the operation in OpenAPI, metrics and the client. */
  readonly id: string;
  readonly service: ServiceName;
  readonly method: HttpMethod;
  readonly path: string;
  /** Other paths that mean the same call (`/api/purchase-history` for `/api/purchase_history`). */
  readonly aliases?: readonly string[];
  readonly access: Access;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** What a success answers with. Fields it does not declare never leave the service. */
  readonly response: R;
  /** Status of a success, 200 unless told. */
  readonly status?: 200 | 201;
  /**
   * How the body is sent, JSON unless told. `multipart` is streamed through the gateway (uploads); `raw` reaches
   * the handler as the bytes that were sent, whose signature it checks.
   */
  readonly bodyType?: 'multipart' | 'raw';
  /** What comes back, JSON unless told; `binary` is a file, and `response` says nothing of it. */
  readonly responseType?: 'binary';
  /** Largest body in bytes; 1 MiB unless told (decisions, HTTP). */
  readonly bodyLimit?: number;
  /** How long the answer may take to begin, where the service has to ask somebody outside; the gateway's usual time unless told. */
  readonly responseTimeoutMs?: number;
  /** `/api/v1` answers in the envelope `{success, data}` and fails in `{success: false, error}`. */
  readonly envelope?: 'v1';
  /** The gateway may answer a GET from its cache until an event of one of these entities arrives. */
  readonly cacheInvalidatedBy?: readonly string[];
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

/** What a client has to send: the parts the endpoint declares and no others. */
export type RequestOf<E> = (E extends { params: infer S } ? { params: SchemaInput<S> } : unknown) &
  (E extends { query: infer S } ? { query?: SchemaInput<S> } : unknown) &
  (E extends { body: infer S } ? { body: SchemaInput<S> } : unknown);

/** Declares an endpoint, keeping the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** Fills a path's parameters: `fillPath('/api/lessons/:id', { id: 4 })` is `/api/lessons/4`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) throw new Error(`Missing path parameter "${name}" of ${path}`);
    return encodeURIComponent(String(value));
  });
}
