import { lessonsCreate } from '@khmer-learning/contracts';
import { titledSearchFields } from '@khmer-learning/service-kit';
import mongoose from 'mongoose';
import { cpuSeconds } from './measure.ts';
import { type BenchStack, columns, setting } from './run-with-stack.ts';
import type { LessonRow } from './synthetic-rows.ts';

const lessons = setting('BENCH_LESSONS', 8_000);
/** As many as share a transaction when lessons are created concurrently. */
const batchSize = 16;
const linesPerLesson = 8;
const syllables =
  'ka mo ti re su lan bor chi dan fel gro han jin kel mus nor pra qui ros tel und ver wis xan yor zem'.split(
    ' ',
  );
/** A few words are in most texts, most words in few. */
const vocabularySize = syllables.length ** 3;
const khmerConsonants = 33;
const firstKhmerConsonant = 0x1780;
const khmerVowels = ['ា', 'ិ'];

/** Vocabulary lines with words of one to three syllables, chosen by the lesson's number; the ranks of words are log-uniform. */
function createLines(lesson: number): string {
  let draws = 0;
  const random = () => {
    draws += 1;
    return (Math.imul(lesson * 131 + draws, 2_654_435_761) >>> 3) % 100_003;
  };
  const rank = (size: number) => Math.floor(size ** (random() / 100_003));
  const word = () =>
    rank(vocabularySize)
      .toString(syllables.length)
      .replace(/./g, (digit) => syllables[Number.parseInt(digit, syllables.length)] ?? '');
  const cluster = () =>
    String.fromCharCode(firstKhmerConsonant + rank(khmerConsonants)) +
    khmerVowels[random() % khmerVowels.length];
  const line = () => `${word()} [${word()}-${word()}] : ${cluster()}${cluster()}${cluster()}`;
  return Array.from({ length: linesPerLesson }, line).join('\n');
}

/**
 * Measures what storing a lesson with all its indexes costs MongoDB, including a checkpoint at the end: `BENCH_LESSONS` with the
 * same words, then as many with words as in texts.
 */
export async function measureWordIndex({ stack, client, lessonBody }: BenchStack): Promise<void> {
  const connection = await mongoose.createConnection(stack.databaseUri('content')).asPromise();
  try {
    const { id } = await client.call(lessonsCreate, { body: lessonBody(1) });
    const collection = connection.collection<LessonRow>('lessons');
    const template = await collection.findOne({ _id: id });
    const pid = stack.processes.find(({ name }) => name === 'mongod')?.pid;
    const admin = connection.db?.admin();
    if (!template || !pid || !admin) throw new Error('There is no lesson, or no MongoDB of this stack');
    const pagesWritten = async () =>
      Number((await admin.serverStatus()).wiredTiger?.cache?.['pages written from cache']);
    const words = { 'the same words': undefined, 'words as in texts': createLines };

    console.log(columns([`${lessons} lessons each`, 'keys', 'CPU, µs', 'pages']));
    let next = id;
    for (const [name, linesOf] of Object.entries(words)) {
      const rows = Array.from({ length: lessons }, () => {
        next += 1;
        const sections = template.sections.map((section) => ({
          ...section,
          content: linesOf ? linesOf(next) : section.content,
        }));
        const texts = sections.flatMap(({ title, content }) => [title, content]);
        return {
          ...template,
          ...titledSearchFields(template, texts),
          ...{ _id: next, position: next, sections },
        };
      });
      await admin.command({ fsync: 1 });
      const before = { cpu: cpuSeconds(pid), pages: await pagesWritten() };
      for (let from = 0; from < lessons; from += batchSize)
        await collection.insertMany(rows.slice(from, from + batchSize), { writeConcern: { w: 'majority' } });
      await admin.command({ fsync: 1 });
      const cpuUs = (1e6 * (cpuSeconds(pid) - before.cpu)) / lessons;
      const pages = ((await pagesWritten()) - before.pages) / lessons;
      const keys = rows.reduce((sum, { searchKeys }) => sum + searchKeys.length, 0) / lessons;
      console.log(columns([name, Math.round(keys), Math.round(cpuUs), pages.toFixed(2)]));
    }
  } finally {
    await connection.close();
  }
}
