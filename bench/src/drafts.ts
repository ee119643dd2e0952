import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fillPath, lessons } from '@khmer-learning/contracts';
import type { ConsoleClient } from '@khmer-learning/local-stack';
import mongoose from 'mongoose';
import { cpuSeconds } from './measure.ts';
import { type BenchStack, columns, setting } from './run-with-stack.ts';

const draftsPerSecond = 10;
/** Saves before the measurement: a process that has just started runs code that is not compiled yet. */
const warmUpSaves = 1_000;

/** Creates one draft for each save per second, and saves them until that code is compiled. @param parents of the drafts */
export async function createDrafts(
  client: ConsoleClient,
  parents: { readonly mainLessonId: number; readonly lessonTypeId: number },
): Promise<number[]> {
  const { mainLessonId, lessonTypeId } = parents;
  const sections = [{ title: 'Key words', content: 'Water [teuk] : ទឹក' }];
  const body = { mainLessonId, lessonTypeId, description: 'A draft', level: 'Beginner' as const, sections };
  const ids: number[] = [];
  for (let number = 0; number < draftsPerSecond; number += 1)
    ids.push((await client.call(lessons.create, { body: { ...body, title: `Draft ${number}` } })).id);
  for (let save = 0; save < warmUpSaves; save += ids.length)
    await Promise.all(ids.map((id) => saveDraft(client, id)));
  return ids;
}

const agent = new Agent({ keepAlive: true });

/** Saves a draft. Not by `fetch`, which takes 2 ms longer: the authors' machines are not what is measured. */
async function saveDraft({ headers }: ConsoleClient, id: number): Promise<void> {
  const body = JSON.stringify({ title: `Draft ${id}, ${Math.random()}` });
  const sent = request(new URL(fillPath(lessons.update.path, { id }), headers.origin), {
    agent,
    method: lessons.update.method,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
  });
  sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  response?.resume();
  if (response?.statusCode !== 200) throw new Error(`Saving a draft answered ${response?.statusCode}`);
}

/** Saves each draft once a second until `work` has ended. @returns the result of `work`, and the number of saves */
export async function whileDraftsAreSaved<T>(
  client: ConsoleClient,
  drafts: readonly number[],
  work: () => Promise<T>,
): Promise<{ result: T; saves: number }> {
  let saves = 0;
  let saving = true;
  const authors = drafts.map(async (id, index) => {
    await delay((index * 1_000) / drafts.length);
    while (saving) {
      await saveDraft(client, id);
      saves += 1;
      await delay(1_000);
    }
  });
  try {
    const result = await work();
    return { result, saves };
  } finally {
    saving = false;
    await Promise.all(authors);
  }
}

/**
 * Measures what saving a draft costs every process: processor time, and requests to MongoDB, per save. What the processes
 * use while nobody saves is measured in alternating rounds and subtracted.
 */
export async function measureDraftSaves({ stack, client, lessonBody }: BenchStack): Promise<void> {
  const seconds = setting('BENCH_SECONDS', 20);
  const { mainLessonId, lessonTypeId } = lessonBody(1);
  const drafts = await createDrafts(client, { mainLessonId, lessonTypeId });
  const mongo = await mongoose.createConnection(stack.databaseUri('content')).asPromise();
  const requests = 'requests to MongoDB';
  const read = async () => {
    const status = await mongo.db?.admin().serverStatus();
    const used = new Map(stack.processes.map(({ name, pid }) => [name, pid ? 1_000 * cpuSeconds(pid) : 0]));
    return used.set(requests, Number(status?.network.numRequests));
  };
  const totals = new Map<string, number>();
  let saves = 0;
  const measure = async (sign: 1 | -1) => {
    const before = await read();
    await delay(seconds * 1_000);
    for (const [name, value] of await read())
      totals.set(name, (totals.get(name) ?? 0) + sign * (value - (before.get(name) ?? 0)));
  };
  try {
    for (let round = 0; round < 2; round += 1) {
      await measure(-1);
      saves += (await whileDraftsAreSaved(client, drafts, () => measure(1))).saves;
    }
  } finally {
    await mongo.close();
  }
  const perSave = [...totals].map(([name, total]) => [name, total / saves] as const);
  const cpu = perSave.filter(([name]) => name !== requests);
  console.log(columns(['of one save of a draft', 'ms']));
  for (const [name, ms] of cpu.sort(([, one], [, other]) => other - one))
    console.log(columns([name, ms.toFixed(2)]));
  console.log(columns(['all processes', cpu.reduce((sum, [, ms]) => sum + ms, 0).toFixed(2)]));
  console.log(columns([requests, (totals.get(requests) ?? 0) / saves]));
}
