import { join } from 'node:path';
import {
  generateInternalPrivateKey,
  internalPublicKeyOf,
  localInternalPrivateKey,
  localInternalPublicKey,
} from '@khmer-learning/service-kit';
import {
  freePort,
  type LocalServer,
  type NodeProcess,
  runServer,
  startNats,
  testMongoUri,
} from '@khmer-learning/test-kit';
import { type RunningGateway, sessionSecret, startGateway } from '../gateway.fixture.ts';
import { type BrowserSession, signIn, testPassword } from './test-system.fixture.ts';

const names = ['users', 'content'] as const;
type Name = (typeof names)[number];
/** What replaces the secrets of the tests. */
const next = {
  session: 'the session secret that comes after it',
  internal: generateInternalPrivateKey(),
};
const nextPublicKey = internalPublicKeyOf(next.internal);

/** The settings of all processes in a stage of a rotation, as described in docs/operations.md. */
const stages = {
  before: {
    INTERNAL_PRIVATE_KEY: localInternalPrivateKey,
    INTERNAL_PUBLIC_KEYS: localInternalPublicKey,
    SESSION_SECRETS: sessionSecret,
  },
  known: {
    INTERNAL_PRIVATE_KEY: localInternalPrivateKey,
    INTERNAL_PUBLIC_KEYS: `${localInternalPublicKey},${nextPublicKey}`,
    SESSION_SECRETS: `${sessionSecret},${next.session}`,
  },
  used: {
    INTERNAL_PRIVATE_KEY: next.internal,
    INTERNAL_PUBLIC_KEYS: `${localInternalPublicKey},${nextPublicKey}`,
    SESSION_SECRETS: `${next.session},${sessionSecret}`,
  },
  after: {
    INTERNAL_PRIVATE_KEY: next.internal,
    INTERNAL_PUBLIC_KEYS: nextPublicKey,
    SESSION_SECRETS: next.session,
  },
} as const;
type Secrets = (typeof stages)[keyof typeof stages];

let nats: LocalServer;
const databases = new Map<Name, string>();
const ports = new Map<Name, number>();
const running = new Map<Name, NodeProcess>();
let gateway: RunningGateway | undefined;

async function startService(name: Name, secrets: Secrets): Promise<void> {
  await running.get(name)?.stop();
  running.set(
    name,
    await runServer(name, join(import.meta.dirname, `../../../services/${name}/src/server.ts`), {
      env: {
        ...secrets,
        MONGODB_URI: databases.get(name) ?? '',
        NATS_URL: nats.url,
        PORT: String(ports.get(name)),
        ADMIN_EMAIL: 'admin@school.example',
        ADMIN_PASSWORD: testPassword,
        BCRYPT_COST: '4',
      },
    }),
  );
}

async function newGateway(secrets: Secrets): Promise<RunningGateway> {
  const upstreams = Object.fromEntries(
    names.map((name) => [`UPSTREAM_${name.toUpperCase()}`, `http://127.0.0.1:${ports.get(name)}`]),
  );
  await gateway?.stop();
  const env = { ...upstreams, ...secrets, UPSTREAM_TIMEOUT_MS: '15000' };
  gateway = await startGateway({ natsUrl: nats.url, env });
  await gateway.waitUntilReady();
  return gateway;
}

beforeAll(async () => {
  nats = await startNats();
  for (const name of names) {
    databases.set(name, testMongoUri(name));
    ports.set(name, await freePort());
    await startService(name, stages.before);
  }
});
afterAll(async () => {
  await gateway?.stop();
  for (const process of running.values()) await process.stop();
  await nats.stop();
});

it('signs nobody out while secrets are changed, one process after another', async () => {
  const signedIn: BrowserSession[] = [await signIn(await newGateway(stages.before))];

  async function expectEverythingWorks(): Promise<void> {
    if (!gateway) throw new Error('No gateway');
    const at = gateway;
    await at.waitUntilReady();
    signedIn.push(await signIn(at));
    for (const browser of signedIn)
      for (const path of ['/api/auth/session', '/api/lessons?limit=15'])
        expect([path, (await browser.call('GET', path, undefined, at)).status]).toEqual([path, 200]);
  }

  await expectEverythingWorks();
  for (const secrets of [stages.known, stages.used]) {
    await startService('content', secrets);
    await expectEverythingWorks();
    await newGateway(secrets);
    await expectEverythingWorks();
    await startService('users', secrets);
    await expectEverythingWorks();
  }

  // Twelve hours later, every session is signed with the new secret.
  const lasting = await signIn(await newGateway(stages.used));
  for (const name of names) await startService(name, stages.after);
  const last = await newGateway(stages.after);
  expect((await lasting.call('GET', '/api/lessons?limit=15', undefined, last)).status).toBe(200);
  expect((await signedIn[0]?.call('GET', '/api/lessons?limit=15', undefined, last))?.status).toBe(401);
});
