import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type Role,
  roles,
  type ServiceName,
  serviceNames,
  sessionTokenOptions,
  type User,
} from '@khmer-learning/contracts';
import { localInternalPublicKey } from '@khmer-learning/service-kit';
import {
  createTempDirectory,
  eventually,
  freePort,
  type LocalServer,
  type NodeProcess,
  runServer,
  startNats,
} from '@khmer-learning/test-kit';
import pLimit from 'p-limit';
import {
  generateApiKey,
  type RunningGateway,
  sessionSecret,
  startGateway,
  type TestGatewayOptions,
} from '../gateway.fixture.ts';
import { parseCookie } from '../http/parse-cookie.ts';

const servicesFolder = join(import.meta.dirname, '../../../services');
const adminEmail = 'admin@school.example';
export const testPassword = 'correct horse battery';

/** Real services in separate processes, behind any number of gateways. */
export type TestSystem = Awaited<ReturnType<typeof startTestSystemWithEnv>>;

let shared: Promise<TestSystem> | undefined;

/** The system of system.test.ts with all services, which has the data of the suites before. The first call starts it. */
export function shareTestSystem(): Promise<TestSystem> {
  shared ??= startTestSystem(...serviceNames.filter((name) => name !== 'gateway'));
  return shared;
}

/** Starts the named services with empty databases and a NATS of their own. */
export function startTestSystem(...names: readonly ServiceName[]): Promise<TestSystem> {
  return startTestSystemWithEnv({}, ...names);
}

/** Like `startTestSystem`. @param env additional settings for every service */
export async function startTestSystemWithEnv(
  env: Readonly<Record<string, string>>,
  ...names: readonly ServiceName[]
) {
  const nats: LocalServer = await startNats();
  const gateways: RunningGateway[] = [];
  const folder = await createTempDirectory();
  // Each service has 10 s to start, so not all of them start at once.
  const limitStarts = pLimit(2);
  async function start(name: ServiceName): Promise<[ServiceName, string, NodeProcess]> {
    const port = await freePort();
    const process = await runServer(name, join(servicesFolder, name, 'src/server.ts'), {
      env: {
        PORT: String(port),
        NATS_URL: nats.url,
        INTERNAL_PUBLIC_KEYS: localInternalPublicKey,
        SESSION_SECRETS: sessionSecret,
        ADMIN_EMAIL: adminEmail,
        ADMIN_PASSWORD: testPassword,
        BCRYPT_COST: '4',
        MAIL_DIR: join(folder, 'mail'),
        UPLOADS_DIR: join(folder, 'files'),
        // Nothing listens on this port: these tests never reach PayPal.
        PAYPAL_BASE_URL: 'http://127.0.0.1:9',
        ...env,
      },
    });
    return [name, `http://127.0.0.1:${port}`, process];
  }
  const started = await Promise.all(names.map((name) => limitStarts(() => start(name))));
  const services = new Map(started.map(([name, url]) => [name, url]));
  const upstreams = Object.fromEntries(
    [...services].map(([name, url]) => [`UPSTREAM_${name.toUpperCase()}`, url]),
  );
  async function stopGateways(): Promise<void> {
    await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()));
  }
  return {
    natsUrl: nats.url,
    /** Addresses of the services, for calling them without a gateway. */
    services: services as ReadonlyMap<ServiceName, string>,
    /** All log lines of a service so far. */
    log: (name: ServiceName): readonly string[] => started.find(([one]) => one === name)?.[2].lines ?? [],
    /** Starts a gateway in front of the services and waits until it is ready. */
    async startGateway(settings: TestGatewayOptions = {}) {
      const gateway = await startGateway({
        natsUrl: nats.url,
        streamIsFilled: !services.has('users'),
        ...settings,
        // A slow response on a busy machine does not mean that a service is down.
        env: { ...upstreams, API_RATE_LIMIT: '1000000', UPSTREAM_TIMEOUT_MS: '15000', ...settings.env },
      });
      gateways.push(gateway);
      await gateway.waitUntilReady();
      return gateway;
    },
    /** Stops the gateways that were started so far. */
    stopGateways,
    async stop() {
      await stopGateways();
      await Promise.all(started.map(([, , process]) => process.stop()));
      await nats.stop();
    },
  };
}

/** A browser with a session that sends same-origin requests. */
export type BrowserSession = Awaited<ReturnType<typeof signIn>>;

const sameOriginHeaders = { 'sec-fetch-site': 'same-origin' };

/** Makes a same-origin JSON call. */
export async function callJson<T = Record<string, unknown>>(
  gateway: RunningGateway,
  method: string,
  path: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown } = {},
): Promise<{ readonly status: number; readonly body: T }> {
  const answer = await gateway.call(path, {
    method,
    headers: {
      ...sameOriginHeaders,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as T };
}

/** Signs in to the console, by default as the first admin. */
export async function signIn(gateway: RunningGateway, email = adminEmail, signInPassword = testPassword) {
  const answer = await gateway.call('/api/auth/admin', {
    method: 'POST',
    headers: { ...sameOriginHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: signInPassword }),
  });
  expect(answer.status).toBe(200);
  const session =
    parseCookie(answer.headers.get('set-cookie')?.split(';')[0], sessionTokenOptions.cookie) ?? '';
  const headers = { cookie: `${sessionTokenOptions.cookie}=${session}` };
  return {
    /** The value of the session cookie. */
    session,
    headers,
    /** Makes a JSON call; `at` may be another gateway than the one that the user signed in to. */
    call: <T = Record<string, unknown>>(method: string, path: string, body?: unknown, at = gateway) =>
      callJson<T>(at, method, path, { headers, body }),
  };
}

/** Creates an active user with `testPassword`, as an admin. */
export async function createUser(admin: BrowserSession, role: Role): Promise<User> {
  expect(roles).toContain(role);
  const body = {
    firstName: 'Sok',
    lastName: 'Dara',
    email: `${randomUUID()}@school.example`,
    password: testPassword,
    role,
    isActive: true,
  };
  const created = await admin.call<{ user: User }>('POST', '/api/auth/register', body);
  expect(created.status).toBe(201);
  return created.body.user;
}

/** Signs a learner in and returns the token. */
export async function requestLearnerToken(gateway: RunningGateway, email: string): Promise<string> {
  const body = { email, password: testPassword };
  const { status, body: answer } = await callJson<{ token: string }>(gateway, 'POST', '/api/auth/login', {
    body,
  });
  expect(status).toBe(200);
  return answer.token;
}

/** Registers an API key, with settings, and waits until the gateway accepts it. */
export async function createApiKey(
  admin: BrowserSession,
  gateway: RunningGateway,
  settings: object = {},
): Promise<{ id: number; key: string }> {
  const key = generateApiKey();
  const { status, body } = await admin.call<{ id: number }>('POST', '/api/api-keys', {
    key,
    ...settings,
  });
  expect(status).toBe(201);
  await eventually(async () => {
    const { status: seen } = await gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key } });
    expect(seen).not.toBe(401);
  });
  return { id: body.id, key };
}
