import { lessons as lessonEndpoints } from '@khmer-learning/contracts';
import { nextIds, titledSearchFields } from '@khmer-learning/service-kit';
import mongoose, { type Connection } from 'mongoose';
import { topics } from './create-lesson-input.ts';
import { type BenchStack, columns } from './run-with-stack.ts';

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const batchSize = 10_000;
/** One in so many lessons has both words of the search of two words, which are frequent alone. */
const bothWordsEvery = 5_000;
/** Topics, each in an eighth of the lessons; the last two are together in none. */
const [topic = '', otherTopic = '', third = '', fourth = ''] = topics;
const deepestOffset = 9_985;
const page = 'limit=15&offset=0';

interface ProfiledRead {
  readonly keysExamined?: number;
  readonly docsExamined?: number;
}

/** Writes lessons of a few words until there are `size`, from one that the service has stored. */
async function growTo(size: number, content: Connection, template: Record<string, unknown>): Promise<void> {
  const lessons = content.collection<{ _id: number }>('lessons');
  const variants = [...topics, `${topic} ${otherTopic}`].map((title) => ({
    ...template,
    ...{ title, description: '', sections: [] },
    ...titledSearchFields({ title, description: '' }, []),
  }));
  const both = variants.length - 1;
  const levels = ['Beginner', 'Intermediate', 'Advanced'];
  let present = await lessons.estimatedDocumentCount();
  while (present < size) {
    const ids = await nextIds(content, 'lesson', Math.min(batchSize, size - present));
    const rows = ids.map((id) => ({
      ...variants[id % bothWordsEvery === 0 ? both : id % topics.length],
      ...{ _id: id, position: id, level: levels[id % levels.length] },
      visibility: id % 4 === 0 ? 'draft' : 'public',
      updatedAt: new Date('2026-01-01'),
    }));
    await lessons.insertMany(rows, { ordered: false, writeConcern: { w: 1 } });
    present += ids.length;
  }
}

/**
 * Counts the index keys and documents that MongoDB examines for each read, with up to 1,000,000 lessons of a few words
 * (`BENCH_SIZES`). Unlike rates, they do not depend on the machine.
 */
export async function measureExamined({ stack, client, lessonBody }: BenchStack): Promise<void> {
  const content = await mongoose.createConnection(stack.databaseUri('content')).asPromise();
  try {
    const { db } = content;
    const { id } = await client.call(lessonEndpoints.create, { body: lessonBody(1) });
    const template = await content.collection<{ _id: number }>('lessons').findOne({ _id: id });
    if (!db || !template) throw new Error('The service has no lesson to copy');
    await db.createCollection('system.profile', { capped: true, size: 64 * 1024 * 1024 });
    const profile = db.collection<ProfiledRead>('system.profile');
    const examine = async (path: string) => {
      const since = new Date();
      await db.command({ profile: 2 });
      const response = await fetch(stack.url + path, { headers: client.headers });
      await response.arrayBuffer();
      await db.command({ profile: 0 });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      const reads = await profile
        .find({ ts: { $gte: since }, ns: `${db.databaseName}.lessons`, op: { $ne: 'insert' } })
        .toArray();
      const sum = (field: keyof ProfiledRead) => reads.reduce((total, read) => total + (read[field] ?? 0), 0);
      return `${sum('keysExamined')} / ${sum('docsExamined')}`;
    };

    console.log(columns(['keys / documents examined', ...sizes]));
    const rows = new Map<string, string[]>();
    for (const size of sizes) {
      await growTo(size, content, template);
      const deep = `limit=15&offset=${Math.min(size - 15, deepestOffset)}`;
      const reads: readonly (readonly [string, string])[] = [
        ['list', `?${page}`],
        ['deep page', `?${deep}`],
        ['filter', `?level=Beginner&status=draft&${page}`],
        ['search of one word', `?search=${topic}&${page}`],
        ['search of two words', `?search=${topic}+${otherTopic}&${page}`],
        ['two words that never meet', `?search=${third}+${fourth}&${page}`],
        ['the same again', `?search=${third}+${fourth}&${page}`],
        ['get', `/${id}`],
      ];
      for (const [name, query] of reads)
        rows.set(name, [...(rows.get(name) ?? []), await examine(lessonEndpoints.list.path + query)]);
    }
    for (const [name, cells] of rows) console.log(columns([name, ...cells]));
  } finally {
    await content.close();
  }
}
