import { join } from 'node:path';
import { CallError } from '../client/signed-in-client.ts';
import type { StateFile } from '../data-dir/state.ts';
import { isEmptySchool, seedDemoSchool } from '../demo/seed.ts';
import type { LogBook } from '../log/log-book.ts';
import { reasonOf } from '../process/reason.ts';
import { until } from '../process/until.ts';
import type { FirstAdmin } from './app-environment.ts';

/** Which stack to seed. */
export interface SeedTarget {
  root: string;
  url: string;
  admin: FirstAdmin;
  stateFile: StateFile;
  log: LogBook;
  /** The PayPal sandbox. */
  paypalUrl: string | undefined;
  /** Gives up. */
  signal: AbortSignal | undefined;
}

const writtenWithinMs = 90_000;

/**
 * Writes the demo school once: into an empty school, to the end when an earlier run was cut off, and not again
 * when its author has deleted parts of it. A failure is said and does not stop the stack.
 */
export async function seedOnce(target: SeedTarget): Promise<void> {
  const { stateFile, log } = target;
  if (stateFile.state.seed === 'done') return;
  try {
    await seedPatiently(target);
    await mark(stateFile, 'done');
  } catch (error) {
    log.say('stack', `The demo data could not be written: ${reasonOf(error)}`);
  }
}

/** A machine that is busy with the start may let a call run out of time: what is missing then is written anew. */
async function seedPatiently(target: SeedTarget): Promise<void> {
  let hopeless: string | undefined;
  const attempt = async () => {
    try {
      await seed(target);
    } catch (error) {
      if (!(error instanceof CallError) || error.status < 500) hopeless = reasonOf(error);
      throw error;
    }
  };
  await until('demo school', attempt, {
    timeoutMs: writtenWithinMs,
    everyMs: 1_000,
    giveUp: () => hopeless ?? (target.signal?.aborted ? 'stopped' : undefined),
  });
}

async function seed({ root, url, admin, stateFile, log, paypalUrl }: SeedTarget): Promise<void> {
  const author = { url, ...admin };
  if (stateFile.state.seed === undefined && !(await isEmptySchool(author))) return;
  await mark(stateFile, 'begun');
  const { mainLessons, lessonTypes, lessons, quizzes, purchases } = await seedDemoSchool({
    ...author,
    filesDir: join(root, 'libs/local-stack/src/demo/files'),
    withPurchases: paypalUrl !== undefined,
  });
  const content = `${mainLessons} main lessons, ${lessonTypes} types, ${lessons} lessons, ${quizzes} quizzes`;
  log.say('stack', `Demo school: ${content}, ${purchases} purchases`);
}

async function mark(stateFile: StateFile, seed: 'begun' | 'done'): Promise<void> {
  stateFile.state.seed = seed;
  await stateFile.save();
}
