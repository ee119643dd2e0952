import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  dashboardStatsGet,
  lessons as lessonEndpoints,
  lessonTypes,
  mainLessons as mainLessonEndpoints,
  ownershipStatuses,
  paymentStatusGroupOf,
  purchasesList,
} from '@khmer-learning/contracts';
import {
  type ConsoleClient,
  freePort,
  type LocalServer,
  repoRoot,
  type Stack,
  signInToConsole,
  startStack,
} from '@khmer-learning/local-stack';
import { createTempDirectory, eventually, startMongo, startNats } from '@khmer-learning/test-kit';
import mongoose from 'mongoose';

/** Backup, wipe, restore and rebuild give the same content and the same figures. */
interface InstalledStack {
  stack: Stack;
  client: ConsoleClient;
}

const servers: LocalServer[] = [];
let dataDir: string;
let running: Stack | undefined;

/** Starts an empty MongoDB and NATS for the next installation. */
async function emptyServers(): Promise<void> {
  dataDir = await createTempDirectory();
  const [mongo, nats] = await Promise.all([startMongo(), startNats()]);
  servers.push(mongo, nats);
  process.env.MONGODB_URI = mongo.url;
  process.env.NATS_URL = nats.url;
}

async function install(seed: boolean): Promise<InstalledStack> {
  running = await startStack({ port: await freePort(), dataDir, seed, write: () => undefined });
  return { stack: running, client: await signInToConsole(running.url, running.admin) };
}

afterAll(async () => {
  await running?.stop();
  delete process.env.MONGODB_URI;
  delete process.env.NATS_URL;
  for (const server of servers) await server.stop();
});

const databaseOf = (service: string) => {
  const url = new URL(process.env.MONGODB_URI ?? '');
  url.pathname = `/khmer-learning-${service}`;
  return url.href;
};

/** Runs `backup` or `restore` like an operator. */
async function runBackupProgram(
  program: 'backup' | 'restore',
  folder: string,
): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(repoRoot(), 'deploy/dist', `${program}.js`), folder],
    {
      env: { ...process.env, UPLOADS_DIR: join(dataDir, 'uploads') },
    },
  );
  return JSON.parse(stdout) as Record<string, unknown>;
}

const figuresOf = ({ client }: InstalledStack) => client.call(dashboardStatsGet, {});

/** The figures of the demo school once the dashboard has every purchase, which come last. */
async function demoFiguresOf(installed: InstalledStack): Promise<Awaited<ReturnType<typeof figuresOf>>> {
  const { data } = await installed.client.call(purchasesList, { query: {} });
  const counted = data.filter(({ paymentStatus }) =>
    ownershipStatuses.some((status) => status === paymentStatus),
  );
  const failed = data.filter(({ paymentStatus }) => paymentStatusGroupOf(paymentStatus) === 'failed').length;
  const cents = counted.reduce(
    (sum, { purchaseAmount, refundedAmount }) => sum + purchaseAmount - refundedAmount,
    0,
  );
  return eventually(async () => {
    const figures = await figuresOf(installed);
    expect(figures.totalPurchaseHistoryComplete).toBe(cents / 100);
    expect(figures.attention?.failedPayments).toBe(failed);
    return figures;
  });
}

/** Saves lessons until stopped, to simulate authors who work during a backup. */
function startWriting({ client }: InstalledStack) {
  let isActive = true;
  const finished = (async () => {
    const { mainLessons } = await client.call(mainLessonEndpoints.list, { query: { limit: 1 } });
    const [lessonType] = await client.call(lessonTypes.list, {});
    for (let count = 1; isActive; count += 1)
      await client.call(lessonEndpoints.create, {
        body: {
          mainLessonId: mainLessons[0]?.id ?? 0,
          lessonTypeId: lessonType?.id ?? 0,
          title: `Meanwhile ${count}`,
          description: 'Saved while the backup was made',
          level: 'Beginner',
          sections: [{ title: 'Key words', content: 'Where? [nouw-naa?] : នៅណា?' }],
        },
      });
  })();
  return {
    stop() {
      isActive = false;
      return finished;
    },
  };
}

describe('a backup', () => {
  it('restores content, files and figures, including data saved during the backup', async () => {
    await emptyServers();
    const before = await install(true);
    const folder = join(await createTempDirectory(), 'backup');
    const figures = await demoFiguresOf(before);
    const writing = startWriting(before);
    const written = await runBackupProgram('backup', folder);
    await writing.stop();
    expect(written).toMatchObject({ format: 1, documents: { 'khmer-learning-content': expect.any(Number) } });
    const { mainLessons } = await before.client.call(mainLessonEndpoints.list, {});
    await before.stack.stop();

    await emptyServers();
    expect(await runBackupProgram('restore', folder)).toEqual({
      documents: written.documents,
      events: written.events,
      files: written.files,
    });
    const after = await install(false);
    const content = await mongoose.createConnection(databaseOf('content')).asPromise();
    const lessons = await content.collection('lessons').countDocuments();
    await content.close();

    // No earlier data is missing, and the figures match the restored data.
    expect(lessons).toBeGreaterThanOrEqual(figures.totalLessons);
    expect((await after.client.call(mainLessonEndpoints.list, {})).mainLessons).toEqual(mainLessons);
    await eventually(async () => {
      const { lessonsByType, recent, ...restored } = await figuresOf(after);
      const { lessonsByType: _types, recent: _recent, figuresByDay, ...expected } = figures;
      const earlierLessons = figuresByDay?.totalLessons.slice(0, -1) ?? [];
      expect(restored).toEqual({
        ...expected,
        figuresByDay: { ...figuresByDay, totalLessons: [...earlierLessons, lessons] },
        totalLessons: lessons,
        lessonsGrowth: expect.any(Number),
      });
      expect(lessonsByType.reduce((sum, { count }) => sum + count, 0)).toBe(lessons);
      expect(recent.lessons).toHaveLength(3);
    });
    const cover = mainLessons[0]?.imageCoverUrl ?? '';
    expect((await fetch(`${after.stack.url}${cover}`)).status).toBe(200);

    // A rebuild from the stream alone gives the same figures.
    const restored = await figuresOf(after);
    await promisify(execFile)(process.execPath, [join(repoRoot(), 'services/stats/dist/rebuild.js')], {
      env: { ...process.env, LOCAL_DEFAULTS: 'true', MONGODB_URI: databaseOf('stats') },
    });
    await eventually(async () => expect(await figuresOf(after)).toEqual(restored));

    // New changes are stored, published and counted.
    const { lessons: rows } = await after.client.call(lessonEndpoints.list, { query: { limit: 1 } });
    const id = rows[0]?.id ?? 0;
    await after.client.call(lessonEndpoints.update, { params: { id }, body: { title: 'After the restore' } });
    await eventually(async () =>
      expect((await figuresOf(after)).recent.lessons[0]?.title).toBe('After the restore'),
    );
  });

  it('never overwrites existing data', async () => {
    const folder = join(await createTempDirectory(), 'second');
    await runBackupProgram('backup', folder);
    await expect(runBackupProgram('restore', folder)).rejects.toThrow(/is not empty/);
    await expect(runBackupProgram('backup', folder)).rejects.toThrow(/exists already/);
  });
});
