import { join } from 'node:path';
import type { ServiceName } from '@khmer-learning/contracts';
import { ApiCallError } from '../client/console-client.ts';
import type { StateFile } from '../data-dir/state-file.ts';
import { hasNoContent, seedDemoData } from '../demo/seed-demo-data.ts';
import { seedYear } from '../demo/seed-year.ts';
import type { StackLog } from '../log/stack-log.ts';
import { errorMessage } from '../process/error-details.ts';
import { waitFor } from '../process/wait-for.ts';
import type { InitialAdmin } from './app-environment.ts';

/** The stack to seed. */
export interface SeedTarget {
  root: string;
  url: string;
  admin: InitialAdmin;
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
 */
export async function seedOnce(target: SeedTarget): Promise<void> {
  const { stateFile, log } = target;
  if (stateFile.state.seed === 'done') return;
  try {
    await seedWithRetry(target);
    await saveSeedState(stateFile, 'done');
  } catch (error) {
    log.info('stack', `Could not write the demo data: ${errorMessage(error)}`);
  }
}

/** Retries: calls may time out while the machine is busy starting. */
async function seedWithRetry(target: SeedTarget): Promise<void> {
  let permanentError: string | undefined;
  const attempt = async () => {
    try {
      await seed(target);
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
}

async function seed({
  root,
  url,
  admin,
  stateFile,
  log,
  paypalUrl,
  environmentOf,
  signal,
}: SeedTarget): Promise<void> {
  const author = { url, ...admin };
  if (stateFile.state.seed === undefined && !(await hasNoContent(author))) return;
  await saveSeedState(stateFile, 'begun');
  const options = {
    ...author,
    filesDir: join(root, 'libs/local-stack/src/demo/files'),
    includePurchases: paypalUrl !== undefined,
  };
  const written = environmentOf
    ? await seedYear({ ...options, root, environmentOf, signal })
    : await seedDemoData(options);
  const { mainLessons, lessonTypes, lessons, quizzes, purchases } = written;
  const content = `${mainLessons} main lessons, ${lessonTypes} types, ${lessons} lessons, ${quizzes} quizzes`;
  log.info('stack', `Demo school: ${content}, ${purchases} purchases`);
}

async function saveSeedState(stateFile: StateFile, seed: 'begun' | 'done'): Promise<void> {
  stateFile.state.seed = seed;
  await stateFile.save();
}
