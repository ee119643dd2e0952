import { join } from 'node:path';
import type { ServiceName } from '@khmer-learning/contracts';
import { ApiCallError } from '../client/console-client.ts';
import type { StateFile } from '../data-dir/state-file.ts';
import { hasNoContent, type SeedResult, seedDemoData } from '../demo/seed-demo-data.ts';
import { seedYear } from '../demo/seed-year.ts';
import type { StackLog } from '../log/stack-log.ts';
import { errorMessage } from '../process/error-details.ts';
import { waitFor } from '../process/wait-for.ts';

/** The stack to seed. */
export interface SeedTarget {
  root: string;
  url: string;
  admin: { email: string; password: string };
  stateFile: StateFile;
  log: StackLog;
  /** URL of the PayPal sandbox. */
  paypalUrl: string | undefined;
  /** With the settings of services, the school has a year behind it. */
  environmentOf?: (service: ServiceName) => NodeJS.ProcessEnv;
  /** Aborts the seed. */
  signal: AbortSignal | undefined;
}

const seedTimeoutMs = 300_000;

/**
 * Writes the demo school once into an empty school, resumes an interrupted seed, and does not restore deleted items
 * later. A failure is logged and does not stop the stack.
 *
 * @returns `rest`: what learners did in the year before is still being written until it resolves
 */
export async function seedOnce(target: SeedTarget): Promise<{ readonly rest: Promise<void> }> {
  const { stateFile, log } = target;
  const fail = (error: unknown) => log.info('stack', `Could not write the demo data: ${errorMessage(error)}`);
  if (stateFile.state.seed === 'done') return { rest: Promise.resolve() };
  try {
    const writeRest = await seedWithRetry(target);
    const rest = writeRest().then(() => saveSeedState(stateFile, 'done'));
    return { rest: rest.catch(fail) };
  } catch (error) {
    fail(error);
    return { rest: Promise.resolve() };
  }
}

/** Retries: calls may time out while the machine is busy starting. */
async function seedWithRetry(target: SeedTarget): Promise<() => Promise<void>> {
  let permanentError: string | undefined;
  let writeRest = async () => {};
  const attempt = async () => {
    try {
      writeRest = await seed(target);
    } catch (error) {
      if (!(error instanceof ApiCallError) || error.status < 500) permanentError = errorMessage(error);
      throw error;
    }
  };
  await waitFor('demo school', attempt, {
    timeoutMs: seedTimeoutMs,
    intervalMs: 1_000,
    abortReason: () => permanentError ?? (target.signal?.aborted ? 'stopped' : undefined),
  });
  return writeRest;
}

/** @returns writes what may come after the start */
async function seed({
  root,
  url,
  admin,
  stateFile,
  log,
  paypalUrl,
  environmentOf,
  signal,
}: SeedTarget): Promise<() => Promise<void>> {
  const author = { url, ...admin };
  if (stateFile.state.seed === undefined && !(await hasNoContent(author))) return async () => {};
  await saveSeedState(stateFile, 'begun');
  const options = {
    ...author,
    filesDir: join(root, 'libs/local-stack/src/demo/files'),
    includePurchases: paypalUrl !== undefined,
  };
  const logContent = ({ mainLessons, lessonTypes, lessons, quizzes, purchases }: SeedResult) => {
    const content = `${mainLessons} main lessons, ${lessonTypes} types, ${lessons} lessons, ${quizzes} quizzes`;
    log.info('stack', `Demo school: ${content}, ${purchases} purchases`);
  };
  if (!environmentOf) {
    logContent(await seedDemoData(options));
    return async () => {};
  }
  const year = await seedYear({ ...options, root, environmentOf, signal });
  logContent(year);
  return async () => {
    log.info('stack', 'Demo school: writing the learners of a year, which takes a minute or two');
    const { learners, purchases } = await year.writeLearners();
    log.info('stack', `Demo school: ${learners} learners, ${purchases} purchases more`);
  };
}

async function saveSeedState(stateFile: StateFile, seed: 'begun' | 'done'): Promise<void> {
  stateFile.state.seed = seed;
  await stateFile.save();
}
