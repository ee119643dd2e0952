import { hash, randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ApiKeyRights,
  apiKeyEvent,
  type EntityEvent,
  type EventDefinition,
  eventSubject,
  headerNames,
  learnerTokenOptions,
  type Role,
  republicationEvent,
  republicationId,
  type StateOf,
  sessionTokenOptions,
  streamNames,
} from '@khmer-learning/contracts';
import {
  type Caller,
  createInternalTokenVerifier,
  createLogger,
  loadConfig,
  localInternalPrivateKey,
  localInternalPublicKey,
  openStatelessService,
} from '@khmer-learning/service-kit';
import { eventually, freePort, testNatsUrl } from '@khmer-learning/test-kit';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import { connect, headers } from 'nats';
import { buildApp, type GatewayOptions } from './app.ts';
import { gatewayConfigSchema } from './config.ts';

export const sessionSecret = 'a session secret for the tests of the gateway';

/** A running gateway and its NATS. */
export type RunningGateway = Awaited<ReturnType<typeof startGateway>>;

export interface TestGatewayOptions extends GatewayOptions {
  /** Used instead of the test worker's emptied NATS. */
  readonly natsUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the stream has all that users owns, as users says when it has filled a stream; default: true. */
  readonly streamIsFilled?: boolean;
  /** Receives every log line. */
  readonly logDestination?: { write(line: string): void };
  /** Called for every request that the fast path has left to the routes. */
  readonly onRoutedRequest?: () => void;
}

/** Starts a gateway on a free port. It may not be ready yet. */
export async function startGateway(settings: TestGatewayOptions = {}) {
  const natsUrl = settings.natsUrl ?? (await testNatsUrl());
  const metricsPort = await freePort();
  const config = loadConfig(gatewayConfigSchema, {
    NATS_URL: natsUrl,
    PORT: '0',
    METRICS_PORT: String(metricsPort),
    SESSION_SECRETS: sessionSecret,
    INTERNAL_PRIVATE_KEY: localInternalPrivateKey,
    LOG_LEVEL: 'silent',
    // All calls of a test come from one address.
    API_CALLER_RATE_LIMIT: '1000000',
    // A slow response on a busy machine does not mean that a service is down.
    UPSTREAM_TIMEOUT_MS: '15000',
    ...settings.env,
  });
  const logger = createLogger({
    service: 'gateway',
    level: config.LOG_LEVEL,
    ...(settings.logDestination ? { destination: settings.logDestination } : {}),
  });
  const deps = openStatelessService({ name: 'gateway', config, logger });
  const app = buildApp(deps, settings);
  app.addHook('onRequest', async () => settings.onRoutedRequest?.());
  // Tests without NATS fail here, and need no answer.
  if (settings.streamIsFilled !== false)
    deps.nats.onConnected(() => void publishStreamIsFilled(natsUrl).catch(() => undefined));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    natsUrl,
    app,
    call: (path: string, init?: RequestInit): Promise<Response> =>
      fetch(`${url}${path}`, { redirect: 'manual', ...init }),
    /** The metrics in Prometheus format. */
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    /** Waits until `/readyz` responds with 200. */
    async waitUntilReady() {
      await eventually(async () => {
        const answer = await fetch(`${url}/readyz`);
        expect(await answer.json()).toMatchObject({ ready: true });
      });
    },
    async stop() {
      await app.close();
      await deps.nats.close();
    },
  };
}

/** A request that a fake service received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: FastifyRequest['headers'];
  readonly body: string;
  /** From the internal token, if it is valid. */
  readonly caller: Caller | undefined;
}

/** A fake service: a real HTTP server that records its requests. */
export type FakeUpstream = Awaited<ReturnType<typeof startFakeUpstream>>;

export type UpstreamHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Starts a fake service.
 *
 * @param service the audience of the internal tokens that it accepts
 * @param answer handles every request except `/readyz`; default: `{}`
 * @param at where it listens; `graceful`: closing waits for requests in flight
 */
export async function startFakeUpstream(
  service: string,
  answer: UpstreamHandler = () => ({}),
  at: { host?: string; port?: number; graceful?: boolean } = {},
) {
  const { host = '127.0.0.1', port = 0, graceful = false } = at;
  const verify = createInternalTokenVerifier([localInternalPublicKey], service);
  const app = Fastify({
    return503OnClosing: false,
    bodyLimit: 64 * 1024 ** 2,
    forceCloseConnections: graceful ? 'idle' : true,
  });
  const received: ReceivedRequest[] = [];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/readyz') return;
    upstream.startedRequests += 1;
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) upstream.abortedRequests += 1;
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (upstream.state === 'stopping') reply.header('connection', 'close');
  });
  app.get('/readyz', async (_request, reply) => {
    // A closed connection is probed again at once, so that a change of `state` is noticed soon.
    reply.code(upstream.state === 'ready' ? 200 : 503).header('connection', 'close');
    return { ready: upstream.state === 'ready', checks: { serving: upstream.state !== 'stopping' } };
  });
  app.all('/*', async (request, reply) => {
    const token = request.headers[headerNames.internalToken];
    received.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: typeof request.body === 'string' ? request.body : '',
      caller: verify(typeof token === 'string' ? token : undefined),
    });
    return answer(request, reply);
  });
  const url = await app.listen({ host, port });
  const upstream = {
    url,
    port: (app.server.address() as AddressInfo).port,
    app,
    received,
    /** Number of requests whose headers have arrived. */
    startedRequests: 0,
    /** Number of requests that the client aborted before the response was complete. */
    abortedRequests: 0,
    /** The state that `/readyz` reports. */
    state: 'ready' as 'ready' | 'degraded' | 'stopping',
    close: () => app.close(),
  };
  return upstream;
}

/** Settings that point the named services (default: all) to one address. */
export function upstreamEnv(url: string, ...names: string[]): Record<string, string> {
  const all = ['USERS', 'CONTENT', 'QUIZZES', 'COMMERCE', 'MEDIA', 'STATS'];
  return Object.fromEntries((names.length > 0 ? names : all).map((name) => [`UPSTREAM_${name}`, url]));
}

const tokenKinds = { session: sessionTokenOptions, learner: learnerTokenOptions };

/** The claims of a valid token. `undefined` removes a claim. */
export function tokenClaims(
  kind: keyof typeof tokenKinds,
  claims: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: tokenKinds[kind].issuer,
    aud: tokenKinds[kind].audience,
    sub: '7',
    jti: 'token-7',
    role: kind === 'session' ? 'admin' : 'student',
    email: 'sok@example.com',
    epoch: 1,
    ...(kind === 'session' ? { provedAt: now } : {}),
    iat: now,
    exp: now + 3_600,
    ...claims,
  };
}

/** A token as the users service signs it. */
export function userToken(
  kind: keyof typeof tokenKinds,
  claims?: Readonly<Record<string, unknown>>,
  options: { secret?: string; algorithm?: 'HS256' | 'HS512' } = {},
): string {
  const { secret = sessionSecret, algorithm = 'HS256' } = options;
  // The JSON round trip drops claims that are `undefined`.
  const all = JSON.parse(JSON.stringify(tokenClaims(kind, claims)));
  return jwt.sign(all, secret, { algorithm, noTimestamp: all.iat === undefined });
}

/** The headers of a browser with a session. */
export function sessionHeaders(role: Role = 'admin', claims: Readonly<Record<string, unknown>> = {}) {
  return { cookie: `session=${userToken('session', { role, ...claims })}`, 'sec-fetch-site': 'same-origin' };
}

/**
 * Publishes an event to the stream, as the owning service's outbox does. A `null` state is a tombstone.
 *
 * @param surrogateKeys what it purges, as a header; by default the event does not say
 */
export async function publishEvent<D extends EventDefinition>(
  natsUrl: string,
  definition: D,
  entityId: string | number,
  version: number,
  state: StateOf<D> | null,
  surrogateKeys?: string,
): Promise<void> {
  const event: EntityEvent = {
    id: `${definition.entity}-${entityId}-${version}`,
    service: definition.service,
    entity: definition.entity,
    entityId: String(entityId),
    version,
    type: state === null ? 'deleted' : 'changed',
    state,
    occurredAt: new Date().toISOString(),
    actor: null,
    requestId: null,
  };
  const client = await connect({ servers: natsUrl });
  const sent = headers();
  if (surrogateKeys !== undefined) sent.set(headerNames.surrogateKey, surrogateKeys);
  const subject = eventSubject(definition, entityId);
  await client.jetstream().publish(subject, JSON.stringify(event), { headers: sent });
  await client.close();
}

/** Publishes what users says when it has published all that it owns to the present stream. */
export async function publishStreamIsFilled(natsUrl: string): Promise<void> {
  const client = await connect({ servers: natsUrl });
  const manager = await client.jetstreamManager();
  const stream = String((await manager.streams.info(streamNames.events)).created);
  await client.close();
  await publishEvent(natsUrl, republicationEvent('users'), republicationId, Date.now(), { stream }, '');
}

/** The number of content service instances that the gateway's metrics report in a condition. */
export async function countInstances(gateway: RunningGateway, condition: string): Promise<number> {
  const text = await gateway.metrics();
  const line = new RegExp(
    `^upstream_instances\\{upstream="content",condition="${condition}".*? (\\d+)$`,
    'm',
  );
  return Number(line.exec(text)?.[1]);
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with any headers, also those that `fetch` does not allow. */
export function sendRawRequest(
  url: string,
  options: {
    method?: string;
    /** Instead of the URL's, as it is. */
    path?: string;
    headers?: OutgoingHttpHeaders;
    body?: string | Iterable<string>;
  } = {},
): Promise<RawResponse> {
  const { method = 'GET', path, headers: sent = {}, body } = options;
  return new Promise((resolve, reject) => {
    const call = request(url, { method, ...(path && { path }), headers: sent, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.on('error', reject);
    if (typeof body === 'string') call.end(body);
    else {
      for (const chunk of body ?? []) call.write(chunk);
      call.end();
    }
  });
}

/** Generates an API key in the console's format. */
export function generateApiKey(): string {
  return `khmer_${randomBytes(24).toString('base64url')}_${Date.now().toString(36)}`;
}

/** The SHA-256 of a text, hex-encoded. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/**
 * Publishes a key's event as the users service does, and waits until the gateway accepts the key.
 *
 * @param rights what the key allows besides the defaults: every scope, no origin, no expiry
 */
export async function registerApiKey(
  gateway: RunningGateway,
  id: number,
  rights: Partial<ApiKeyRights> = {},
): Promise<string> {
  const key = generateApiKey();
  await publishApiKey(gateway, id, key, 1, rights);
  await eventually(async () => {
    const answer = await gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key } });
    expect(answer.status).not.toBe(401);
  });
  return key;
}

/** Publishes a version of a key as the users service does. */
export async function publishApiKey(
  gateway: RunningGateway,
  id: number,
  key: string,
  version: number,
  rights: Partial<ApiKeyRights> = {},
): Promise<void> {
  const createdAt = new Date().toISOString();
  const state = apiKeyEvent.state.parse({ id, userId: id, keyHash: sha256(key), createdAt, ...rights });
  await publishEvent(gateway.natsUrl, apiKeyEvent, id, version, state);
}
