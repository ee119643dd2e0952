import { join } from 'node:path';
import {
  type EntityEvent,
  headerNames,
  mainLessonEvent,
  type Principal,
  type PurchaseDetail,
  purchaseEvent,
  type StateOf,
  userEvent,
} from '@khmer-learning/contracts';
import { repoRoot } from '@khmer-learning/local-stack';
import { createSandboxControl, type SandboxControl } from '@khmer-learning/paypal-sandbox';
import {
  createInternalTokenSigner,
  loadConfig,
  localInternalPrivateKey,
  openService,
  periodicJobsOf,
  type Service,
} from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  buildMainLessonState,
  createServiceCaller,
  dropDatabase,
  eventually,
  fetchLastEvent,
  type NodeProcess,
  publishEvents,
  runTypeScript,
  type ServiceCaller,
  type ServiceResponse,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type CommerceConfig, commerceConfigSchema } from './config.ts';
import { migrations } from './migrations/migrations.ts';
import { accessEndJobName, emailErasureJobName } from './purchases/due-purchases.job.ts';
import { orphanedPurchasesOf } from './purchases/purchase.cascade.ts';
import { reconciliationJobName } from './reconciler/reconciler.ts';
import { startWebhookProxy, type WebhookProxy } from './webhook-proxy.test-kit.ts';

type MainLesson = StateOf<typeof mainLessonEvent>;
type User = StateOf<typeof userEvent>;

/** An order in the response to a learner's app. */
export interface CreatedOrder {
  readonly id: string;
  readonly status: string;
  readonly approveUrl: string;
}

/** A commerce service on a database of its own, with the PayPal sandbox as another process. */
export interface TestCommerce {
  readonly app: FastifyInstance;
  readonly service: Service<CommerceConfig>;
  readonly sandbox: SandboxControl;
  readonly sandboxUrl: string;
  readonly sandboxProcess: NodeProcess;
  readonly webhookProxy: WebhookProxy;
  /** Calls the service, by default as an admin. */
  readonly call: ServiceCaller;
  /** The clock of purchases, which instances share; tests set it. */
  readonly clock: { now: () => Date };
  /** Has the background jobs of any instance do what is due now, and waits until they have. */
  reconcile(): Promise<void>;
  /** A call of a learner's app, with the learner signed in. */
  callAsLearner<T = never>(
    userId: number,
    method: 'GET' | 'POST',
    url: string,
    body?: Readonly<Record<string, unknown>>,
  ): Promise<ServiceResponse<T>>;
  /** Creates an unpaid order. */
  createOrder(userId: number, mainLessonId: number): Promise<CreatedOrder>;
  /** Creates an order that is approved but not captured. */
  createApprovedOrder(userId: number, mainLessonId: number): Promise<CreatedOrder>;
  /** Creates a paid purchase. */
  createPaidPurchase(userId: number, mainLessonId: number): Promise<PurchaseDetail>;
  capture<T = { id: string; status: string }>(token: string): Promise<ServiceResponse<T>>;
  /** The purchase of an order, as in the console. */
  getPurchase(token: string): Promise<PurchaseDetail>;
  publish(...events: readonly EntityEvent[]): Promise<void>;
  /** Waits until all published events have been consumed. */
  waitForConsumers(): Promise<void>;
  /** Waits until the last event of a purchase has this version, and returns it. */
  waitForEvent(id: number, version: number): Promise<EntityEvent>;
  close(): Promise<void>;
}

/** The event of a main lesson: by default published at 4.99; null for a tombstone. */
export function createMainLessonEvent(
  id: number,
  version: number,
  change: Partial<MainLesson> | null,
): EntityEvent {
  const sold = { id, title: `Main lesson ${id}`, free: false, price: 499 };
  const cause = { actor: { id: 9, role: 'teacher' }, requestId: `request of main lesson ${id}` };
  return buildEntityEvent(
    mainLessonEvent,
    id,
    version,
    change && buildMainLessonState({ ...sold, ...change }),
    cause,
  );
}

/** The event of a learner; null for a tombstone. */
export function createUserEvent(id: number, version: number, change: Partial<User> | null): EntityEvent {
  const when = '2026-11-02T03:00:00.000Z';
  const user: User = {
    id,
    email: emailOf(id),
    firstName: 'Sok',
    lastName: 'Dara',
    role: 'student',
    isActive: true,
    registrationType: 'authenication',
    createdAt: when,
    updatedAt: when,
  };
  return buildEntityEvent(userEvent, id, version, change && { ...user, ...change });
}

export const emailOf = (userId: number) => `learner${userId}@khmer.local`;

/** Starts the PayPal sandbox as a separate process. */
export async function startPaypalSandboxProcess(
  env: Record<string, string> = {},
): Promise<{ url: string; child: NodeProcess }> {
  const file = join(repoRoot(), 'libs/paypal-sandbox/src/server.ts');
  const child = await runTypeScript(file, {
    env: { LOG_LEVEL: 'info', NODE_ENV: 'development', PORT: '0', ...env },
  });
  const url = await eventually(() => {
    const found = /"address":"(http:[^"]+)"/.exec(child.lines.join('\n'))?.[1];
    if (!found) throw new Error(`The sandbox is not listening: ${child.lines.join('\n')}`);
    return found;
  });
  return { url, child };
}

/** @param options.share another service whose database, NATS and sandbox this second instance shares */
export async function startCommerce(
  options: { share?: TestCommerce; env?: Record<string, string> } = {},
): Promise<TestCommerce> {
  const { share } = options;
  const sandbox = share
    ? { url: share.sandboxUrl, child: share.sandboxProcess }
    : await startPaypalSandboxProcess();
  const config = loadConfig(commerceConfigSchema, {
    ...(await testServiceSettings('commerce', share?.service.config)),
    PAYPAL_BASE_URL: sandbox.url,
    // Tests run the reconciler themselves. A periodic run could interfere on a slow machine.
    RECONCILE_INTERVAL_SECONDS: '3600',
    ...options.env,
  });
  const clock = share?.clock ?? { now: () => new Date() };
  const service = openService({ name: 'commerce', config, migrations });
  const built = buildApp(service, { now: () => clock.now() });
  const { app } = built;
  const sign = createInternalTokenSigner(localInternalPrivateKey);
  await service.prepare();
  built.startConsumers();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const webhookProxy = share?.webhookProxy ?? (await startWebhookProxy(sign));
  webhookProxy.target ??= address;
  const control = createSandboxControl(sandbox.url);
  if (!share) await control.setSwitches({ webhookUrl: webhookProxy.url, drop: true, speed: 1_000 });
  await eventually(async () => {
    const { checks } = (await app.inject('/readyz')).json<{ checks: Record<string, boolean> }>();
    expect(checks).toEqual(expect.objectContaining({ mongo: true, prepared: true, consumers: true }));
  });
  const plainCall = createServiceCaller(app, 'commerce', sign);
  const published: EntityEvent[] = [];

  const commerce: TestCommerce = {
    app,
    service,
    sandbox: control,
    sandboxUrl: sandbox.url,
    sandboxProcess: sandbox.child,
    webhookProxy,
    clock,
    async reconcile() {
      const jobs = periodicJobsOf(service.connection);
      const names = [accessEndJobName, emailErasureJobName, reconciliationJobName];
      const due = { _id: { $in: names } };
      await jobs.updateMany(due, { $set: { dueAt: new Date(0) } });
      built.wakeJobs();
      await eventually(async () => {
        expect(await jobs.countDocuments({ ...due, dueAt: { $gt: new Date() } })).toBe(names.length);
        expect(await orphanedPurchasesOf(service.connection).countDocuments()).toBe(0);
      });
    },
    call: (method, url, body, more) => plainCall(method, url, body, { as: 'admin', ...more }),

    callAsLearner(userId, method, url, body) {
      const learner = { userId, email: emailOf(userId) };
      const principal: Principal = { kind: 'apiKey', apiKeyId: 1, learner };
      const token = sign({ audience: 'commerce', requestId: 'request-1', principal });
      return plainCall(method, url, body, { headers: { [headerNames.internalToken]: token } });
    },

    async createOrder(userId, mainLessonId) {
      const answer = await commerce.callAsLearner<{ data: CreatedOrder }>(userId, 'POST', '/api/v1/orders', {
        mainLessonId,
      });
      expect(answer).toMatchObject({ status: 201 });
      return answer.body.data;
    },

    async createApprovedOrder(userId, mainLessonId) {
      const order = await commerce.createOrder(userId, mainLessonId);
      await control.decide(order.id, 'approve');
      return order;
    },

    async createPaidPurchase(userId, mainLessonId) {
      const order = await commerce.createApprovedOrder(userId, mainLessonId);
      expect(await commerce.capture(order.id)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
      return commerce.getPurchase(order.id);
    },

    capture: (token) => commerce.call('POST', `/api/orders/${token}/capture`, undefined, { as: 'nobody' }),

    async getPurchase(token) {
      const found = await service.connection
        .collection<{ _id: number; purchaseId: string }>('purchases')
        .findOne({ purchaseId: token });
      const { status, body } = await commerce.call<PurchaseDetail>(
        'GET',
        `/api/purchase_history/${found?._id ?? 0}`,
      );
      expect(status).toBe(200);
      return body;
    },

    async publish(...events) {
      published.push(...events);
      await publishEvents(service.nats, events);
    },

    async waitForConsumers() {
      for (const { entity, entityId, version } of published.splice(0)) {
        const isUser = entity === userEvent.entity;
        const durable = isUser ? 'commerce-users' : 'commerce-content';
        const consumer = [...service.consumers].find((candidate) => candidate.durable === durable);
        const definition = isUser ? userEvent : mainLessonEvent;
        expect(await consumer?.waitForVersion(definition, entityId, version, 20_000)).toBe(true);
      }
    },

    async waitForEvent(id, version) {
      return eventually(async () => {
        const event = await fetchLastEvent(service.nats, purchaseEvent, id);
        expect(event.version).toBe(version);
        return event;
      });
    },

    async close() {
      await app.close();
      if (!share) {
        await webhookProxy.close();
        await dropDatabase(config.MONGODB_URI);
        // A child process that has not exited yet would keep Jest's worker running.
        sandbox.child.signal('SIGKILL');
        await sandbox.child.exited;
      }
      await service.close();
    },
  };
  return commerce;
}
