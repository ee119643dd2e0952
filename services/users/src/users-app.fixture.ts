import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headerNames, type Principal, type Role, type User } from '@khmer-learning/contracts';
import {
  createLogger,
  loadConfig,
  localInternalPrivateKey,
  openService,
  signInternalToken,
} from '@khmer-learning/service-kit';
import {
  createTempDirectory,
  eventually,
  fetchLastEvent,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import type { InjectOptions } from 'fastify';
import { buildApp } from './app.ts';
import { type UsersConfig, usersConfigSchema } from './config.ts';
import { migrations } from './migrations/migrations.ts';
import { ensureFirstAdmin } from './users/ensure-first-admin.ts';

export const secret = 'a-secret-that-only-these-tests-know';
export const password = 'correct horse battery';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Options of a test's call to the service. */
export interface CallOptions {
  readonly as?: Principal;
  readonly body?: InjectOptions['payload'];
  readonly headers?: Record<string, string>;
  /** Client address that the gateway reports. By default every call comes from a different network. */
  readonly from?: string;
}

/** The principal of an authenticated console session. */
export function createSessionPrincipal(user: { id: number; role: Role }, sessionId: string = randomUUID()) {
  const sessionExpiresAt = Math.floor(Date.now() / 1_000) + 3_600;
  return { kind: 'session', userId: user.id, role: user.role, sessionId, sessionExpiresAt } as const;
}

/** The principal of a learner's token, as the gateway passes it on. */
export function createLearnerPrincipal(
  user: { id: number; email: string },
  sessionId: string = randomUUID(),
) {
  const sessionExpiresAt = Math.floor(Date.now() / 1_000) + 3_600;
  const learner = { userId: user.id, email: user.email, sessionId, sessionExpiresAt };
  return { kind: 'apiKey', apiKeyId: 1, learner } as const;
}

const openServices = new Set<() => Promise<void>>();
// Closes everything that the tests of a file have opened, also after a failed test.
afterAll(async () => {
  for (const close of [...openServices]) await close();
});

/** Starts a users service on a database of its own. Tests call it the way the gateway does. */
export async function startUsersApp(settings: Record<string, string> = {}) {
  const mailFolder = await createTempDirectory();
  const config = loadConfig(usersConfigSchema, {
    ...(await testServiceSettings('users')),
    SESSION_SECRETS: secret,
    BCRYPT_COST: '4',
    // On a busy machine even a cheap hash may be slow.
    HASH_TIMEOUT_MS: '60000',
    MAIL_DIR: mailFolder,
    ...settings,
  });
  const logLines: string[] = [];
  const logger = createLogger({
    service: 'users',
    level: 'debug',
    destination: { write: (line) => logLines.push(line) },
  });
  /** Starts one process of the service. Several may share the database. */
  async function start(change: Partial<UsersConfig> = {}) {
    const service = openService({ name: 'users', config: { ...config, ...change }, logger, migrations });
    const app = buildApp(service);
    const close = async () => {
      openServices.delete(close);
      await app.close();
      await service.close();
    };
    openServices.add(close);
    await service.prepare(() => ensureFirstAdmin(service));
    return { service, app, close };
  }

  const { service, app, close } = await start();
  let addresses = 0;

  /** A request in the form in which the gateway forwards it. */
  function request(method: Method, url: string, options: CallOptions = {}) {
    addresses += 1;
    return {
      method,
      url,
      ...(options.body === undefined ? {} : { payload: options.body }),
      headers: {
        [headerNames.internalToken]: signInternalToken(localInternalPrivateKey, {
          audience: 'users',
          requestId: randomUUID(),
          principal: options.as ?? { kind: 'public' },
        }),
        [headerNames.clientAddress]: options.from ?? `10.${addresses >> 8}.${addresses & 255}.7`,
        ...options.headers,
      },
    };
  }

  const call = (method: Method, url: string, options: CallOptions = {}) =>
    app.inject(request(method, url, options));

  const admin = createSessionPrincipal({ id: 1, role: 'admin' });

  async function createUser(change: Partial<User & { password: string }> = {}): Promise<User> {
    const body = {
      firstName: 'Sok',
      lastName: 'Dara',
      email: `${randomUUID()}@example.com`,
      password,
      role: 'student',
      isActive: true,
      ...change,
    };
    const response = await call('POST', '/api/auth/register', { as: admin, body });
    expect(response.statusCode).toBe(201);
    return response.json().user;
  }

  return {
    app,
    service,
    config,
    admin,
    mailFolder,
    logLines,
    request,
    call,
    createUser,
    /** Waits until the entity's last event matches. */
    expectEvent: (definition: { service: 'users'; entity: string }, id: number, expected: object) =>
      eventually(async () =>
        expect(await fetchLastEvent(service.nats, definition, id)).toMatchObject(expected),
      ),
    signIn: (email: string, userPassword: string = password, from?: string) =>
      call('POST', '/api/auth/admin', {
        body: { email, password: userPassword },
        ...(from === undefined ? {} : { from }),
      }),
    start,
    close,
  };
}

/** Waits until the mails to an address contain these texts. @returns the mails */
export const expectMails = (
  { mailFolder }: Pick<UsersApp, 'mailFolder'>,
  email: string,
  ...texts: string[]
): Promise<string> =>
  eventually(async () => {
    const mails = await Promise.all(
      (await readdir(mailFolder)).map((name) => readFile(join(mailFolder, name), 'utf8')),
    );
    const own = mails.filter((text) => text.includes(`To: ${email}`)).join();
    for (const text of texts) expect(own).toContain(text);
    return own;
  });
export type UsersApp = Awaited<ReturnType<typeof startUsersApp>>;
