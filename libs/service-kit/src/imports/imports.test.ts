import {
  type Import,
  importMessages,
  importsApply,
  importsDiscard,
  importsGet,
  importsLines,
  importsRetry,
  lessonsImport,
  vocabularyImport,
} from '@khmer-learning/contracts';
import {
  callsTo,
  eventually,
  type Transfers,
  testServiceSettings,
  transfersOf,
} from '@khmer-learning/test-kit';
import type { FastifyInstance } from 'fastify';
import { baseConfigSchema, loadConfig } from '../config/config.ts';
import { ApiError } from '../http/api-error.ts';
import { createApp } from '../http/create-app.ts';
import { internalTokenSigner } from '../http/internal-token.ts';
import { createJobs } from '../jobs/jobs.ts';
import { openService, type Service } from '../process/open-service.ts';
import { createEntityStore } from '../store/entity-store.ts';
import { importRoutes } from './import.routes.ts';
import type { ImportedThing, Importer } from './import-kind.ts';
import { createImports } from './imports.ts';
import { oneByOne } from './one-by-one.ts';

let service: Service;
let app: FastifyInstance;
let call: ReturnType<typeof callsTo>;
let transfers: Transfers;
/** Whether what was created can be removed again. */
let isStuck: boolean;
const things = new Set<number>();

const thing: ImportedThing = {
  counter: 'thing',
  create: (writes) =>
    oneByOne(writes, async ({ id, payload }) => {
      if ((payload as { line: string }).line === 'impossible') throw new ApiError(409, 'This one cannot be');
      things.add(id);
      return { version: 1 };
    }),
  async remove(id) {
    if (isStuck) throw new Error('Something that nobody has thought of');
    things.delete(id);
    return true;
  },
};

/** Files with a thing on each line. */
const importer = (kind: 'lessons' | 'vocabulary'): Importer => ({
  kind,
  service: 'content',
  entity: 'thing',
  begins: () => true,
  things: { thing },
  async check(file, report) {
    const pieces: Buffer[] = [];
    for await (const bytes of file()) pieces.push(bytes);
    for (const [index, line] of Buffer.concat(pieces).toString().split('\n').entries())
      await report.line(
        { line: index + 1, thing: 'thing', title: line, outcome: 'create', notes: [] },
        { target: null, payload: { line }, about: { thing: 'thing', title: line } },
      );
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
  const store = createEntityStore(service);
  const imports = createImports(createJobs(app, service), store, [
    importer('lessons'),
    importer('vocabulary'),
  ]);
  importRoutes(app, imports, {
    begin: { lessons: lessonsImport, vocabulary: vocabularyImport },
    get: importsGet,
    lines: importsLines,
    apply: importsApply,
    retry: importsRetry,
    discard: importsDiscard,
  });
  await service.prepare();
  await app.ready();
  call = callsTo(app, 'content', internalTokenSigner(config.INTERNAL_SECRETS));
  transfers = transfersOf(call);
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(() => {
  isStuck = false;
  things.clear();
});

/** Two that are written, in a batch of their own, and one that cannot be. */
const broken = [...Array.from({ length: 100 }, (_, n) => `thing ${n}`), 'impossible'].join('\n');

it('an import that cannot be taken back stops, says so, lets others go on, and goes on when it is asked to', async () => {
  isStuck = true;
  const { id } = await transfers.checked('lessons', broken);
  await call('POST', `/api/imports/${id}/apply`);
  const failures = () =>
    service.connection
      .collection<{ _id: number; failures: number }>('imports')
      .findOne({ _id: id })
      .then((row) => row?.failures ?? 0);
  await transfers.reached(id, ['undoing']);
  await eventually(async () => expect(await failures()).toBeGreaterThan(0));

  expect(await transfers.imported('vocabulary', 'another\nand one more')).toMatchObject({ state: 'applied' });
  expect(await transfers.reached(id, ['stopped'], 50_000)).toMatchObject({ problem: importMessages.stopped });
  expect(await call('DELETE', `/api/imports/${id}`)).toMatchObject({ status: 409 });

  isStuck = false;
  expect(await call('POST', `/api/imports/${id}/retry`)).toMatchObject({
    status: 200,
    body: { state: 'undoing' },
  });
  await transfers.reached(id, ['failed']);
  expect(things.size).toBe(2);
});

it('only one that has stopped is tried again, by who began it or an admin', async () => {
  const { id } = await transfers.checked('lessons', 'one');
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
