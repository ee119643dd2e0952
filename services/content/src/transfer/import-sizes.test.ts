import type { Lesson, Section } from '@khmer-learning/contracts';
import { createTransferClient, type TransferClient } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { mongo } from 'mongoose';
import { startContent, type TestContent } from '../content.test-kit.ts';

let content: TestContent;
let transfers: TransferClient;

beforeAll(async () => {
  content = await startContent();
  transfers = createTransferClient(content.call);
});
afterAll(() => content.close());

/** The size of one oplog entry, to which MongoDB 4.0 limits a transaction. */
const maxOplogEntryBytes = 16 * 1024 * 1024;
const maxSectionBytes = 250_000;

/** Sections with this many bytes of text, as few as possible. */
function sectionsOf(bytes: number, word: string): Section[] {
  return Array.from({ length: Math.ceil(bytes / maxSectionBytes) }, (_, index) => ({
    title: `Part ${index + 1}`,
    content: word
      .repeat(maxSectionBytes)
      .slice(0, Math.min(maxSectionBytes, bytes - index * maxSectionBytes)),
    html: null,
    ops: null,
  }));
}

/** The bytes that each transaction since `start` has written to this database, as in the oplog. */
async function transactionSizes(start: mongo.Timestamp): Promise<number[]> {
  const { connection } = content.service;
  const entries = connection
    .getClient()
    .db('local')
    .collection('oplog.rs')
    .find(
      { ts: { $gte: start }, 'o.applyOps.ns': new RegExp(`^${connection.name}\\.`) },
      // MongoDB 4.0 seeks to `start` only with this option. A scan from the start of the log fails when the oldest entry
      // is deleted.
      { oplogReplay: true },
    );
  const sizes = new Map<string, number>();
  // Later versions split a large transaction into several entries.
  for await (const { lsid, txnNumber, o } of entries) {
    const id = `${lsid?.id} ${txnNumber}`;
    sizes.set(id, (sizes.get(id) ?? 0) + mongo.BSON.calculateObjectSize(o));
  }
  return [...sizes.values()];
}

async function lastOplogTime(): Promise<mongo.Timestamp> {
  const { operationTime } = await content.service.connection.getClient().db('admin').command({ ping: 1 });
  return operationTime;
}

const storedLessons = async () =>
  (await content.service.connection.collection<Lesson>('lessons').find().sort({ _id: 1 }).toArray()).map(
    ({ title, sections }) => ({ title, sections }),
  );

/** The bytes of a lesson before the import, 0 for a lesson that it creates, and after it. */
const changes = fc.array(
  fc.tuple(fc.constantFrom(0, 1, 30_000, 130_000, 900_000), fc.constantFrom(1, 30_000, 130_000, 900_000)),
  { minLength: 1, maxLength: 6 },
);

it('writes and undoes lessons of any size in transactions that MongoDB 4.0 can log', async () => {
  const { id: lessonTypeId, title: lessonType } = await content.createLessonType();
  await fc.assert(
    fc.asyncProperty(changes, async (sizes) => {
      for (const name of ['lessons', 'main_lessons'])
        await content.service.connection.collection(name).deleteMany({});
      const { id: mainLessonId, title: mainLesson } = await content.createMainLesson({ title: 'Kept' });
      const deleted = await content.createMainLesson({ title: 'Deleted' });
      const common = { lessonType, description: 'One of many', level: 'Beginner' };
      const lessons: object[] = [];
      for (const [index, [before, after]] of sizes.entries()) {
        const title = `Lesson ${index}`;
        const sections = sectionsOf(before, 'before ');
        const stored =
          before > 0 && (await content.createLesson({ mainLessonId, lessonTypeId, title, sections }));
        const identity = stored ? { id: stored.id, createdAt: stored.createdAt } : {};
        lessons.push({ ...common, ...identity, mainLesson, title, sections: sectionsOf(after, 'after ') });
      }
      lessons.push({ ...common, mainLesson: deleted.title, title: 'Last', sections: sectionsOf(1, 'x') });
      const before = await storedLessons();

      const file = {
        format: 'khmer-learning/lessons',
        version: 1,
        mainLessons: [],
        lessonTypes: [],
        lessons,
      };
      const { id, counts, state } = await transfers.uploadAndCheck('lessons', JSON.stringify(file));
      expect({ state, counts }).toMatchObject({ state: 'checked', counts: { refuse: 0 } });
      await content.call('DELETE', `/api/main-lesson/${deleted.id}`);
      const start = await lastOplogTime();
      await content.call('POST', `/api/imports/${id}/apply`);

      const { problem } = await transfers.waitForState(id, ['failed'], 120_000);
      expect(problem).toMatch(/^Content has changed since the check\. Check the file again \(lesson "Last"/);
      expect(await storedLessons()).toEqual(before);
      const transactions = await transactionSizes(start);
      expect(transactions.length).toBeGreaterThan(0);
      expect(Math.max(...transactions)).toBeLessThan(maxOplogEntryBytes / 2);
    }),
    {
      numRuns: depth(1, 3),
      endOnFailure: true,
      examples: [
        [Array<[number, number]>(6).fill([900_000, 1])],
        [Array<[number, number]>(6).fill([1, 900_000])],
      ],
    },
  );
}, 300_000);
