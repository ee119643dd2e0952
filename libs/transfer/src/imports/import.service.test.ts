import { contentImports, type Import, importMessages } from '@khmer-learning/contracts';
import {
  ApiError,
  baseConfigSchema,
  createApp,
  createInternalTokenSigner,
  createJobRunner,
  createServiceContext,
  loadConfig,
  localInternalPrivateKey,
  openService,
  type Service,
} from '@khmer-learning/service-kit';
import {
  createServiceCaller,
  createTransferClient,
  eventually,
  type TransferClient,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import type { FastifyInstance } from 'fastify';
import { mountImports } from './import.service.ts';
import type { EntityWriter, Importer } from './importer.ts';

let service: Service;
let app: FastifyInstance;
let call: ReturnType<typeof createServiceCaller>;
let transfers: TransferClient;
/** Whether created items can be removed again. */
let isStuck: boolean;
const things = new Set<number>();

const changesNothing = () => Promise.reject(new Error('No line changes a thing'));

const thing: EntityWriter = {
  ...{ counter: 'thing', update: changesNothing, restore: changesNothing, findVersions: changesNothing },
  async create({ id, payload }) {
    if ((payload as { line: string }).line === 'impossible') throw new ApiError(409, 'This one cannot be');
    things.add(id);
    return { version: 1 };
  },
  async remove({ id }) {
    if (isStuck) throw new Error('An unexpected error');
    things.delete(id);
  },
};

/** An importer for tables of one column. */
const importer = (kind: 'lessons' | 'vocabulary'): Importer => ({
  kind,
  service: 'content',
  entity: 'thing',
  writers: { thing },
  table: {
    fields: [{ name: 'title', label: 'Title', aliases: [], required: true, example: ['a', 'b'] }],
    async check(rows, report) {
      for await (const row of rows()) {
        const title = row.values.title ?? '';
        const line = { read: row, thing: 'thing', title };
        if (title === 'refused') await report.addLine({ ...line, outcome: 'refuse' });
        else
          await report.addLine(line, {
            ...{ target: null, payload: { line: title }, about: { thing: 'thing', title } },
          });
      }
    },
  },
});

beforeAll(async () => {
  const config = loadConfig(baseConfigSchema, {
    ...(await testServiceSettings('imports')),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
  });
  service = openService({ name: 'content', config });
  app = createApp(service);
  const importers = [importer('lessons'), importer('vocabulary')];
  mountImports(app, createJobRunner(app, service), createServiceContext(service), importers, contentImports);
  await service.prepare();
  await app.ready();
  call = createServiceCaller(app, 'content', createInternalTokenSigner(localInternalPrivateKey));
  transfers = createTransferClient(call);
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(() => {
  isStuck = false;
  things.clear();
});

/** Two items that are written in a separate batch, and one that fails. */
const broken = ['Title', ...Array.from({ length: 100 }, (_, n) => `thing ${n}`), 'impossible'].join('\n');

it('an import that cannot be rolled back stops with a message, does not block others, and resumes on request', async () => {
  isStuck = true;
  const { id } = await transfers.uploadAndCheck('lessons', broken);
  await call('POST', `/api/imports/${id}/apply`);
  const failures = () =>
    service.connection
      .collection<{ _id: number; failures: number }>('imports')
      .findOne({ _id: id })
      .then((row) => row?.failures ?? 0);
  await transfers.waitForState(id, ['undoing']);
  await eventually(async () => expect(await failures()).toBeGreaterThan(0));

  expect(await transfers.importFile('vocabulary', 'Title\nanother\nand one more')).toMatchObject({
    state: 'applied',
  });
  expect(await transfers.waitForState(id, ['stopped'], 100_000)).toMatchObject({
    problem: importMessages.stopped,
  });
  expect(await call('DELETE', `/api/imports/${id}`)).toMatchObject({ status: 409 });

  isStuck = false;
  expect(await call('POST', `/api/imports/${id}/retry`)).toMatchObject({
    status: 200,
    body: { state: 'undoing' },
  });
  await transfers.waitForState(id, ['failed']);
  expect(things.size).toBe(2);
});

it('only a stopped import can be retried, by its owner or an admin', async () => {
  const { id } = await transfers.uploadAndCheck('lessons', 'Title\none');
  for (const as of ['teacher', 'admin'] as const)
    expect(await call<Import>('POST', `/api/imports/${id}/retry`, undefined, { as })).toMatchObject({
      status: 409,
      body: { message: importMessages.notStopped },
    });
  expect(await call('POST', `/api/imports/${id}/retry`, undefined, { as: 'student' })).toMatchObject({
    status: 403,
  });
  expect(await call('POST', '/api/imports/999/retry')).toMatchObject({ status: 404 });
});

it('an import with gaps of refused lines counts the others, and is rolled back whole', async () => {
  const lines = [
    'Title',
    'refused',
    ...Array.from({ length: 100 }, (_, n) => `thing ${n}`),
    'refused',
    'refused',
  ];
  expect(await transfers.importFile('lessons', lines.join('\n'))).toMatchObject({
    state: 'applied',
    progress: { done: 100, total: 100 },
  });
  expect(things.size).toBe(100);
  things.clear();
  expect(await transfers.importFile('lessons', [...lines, 'impossible'].join('\n'))).toMatchObject({
    state: 'failed',
    progress: { done: 100, total: 100 },
  });
  expect(things.size).toBe(0);
});
