import { join } from 'node:path';
import type { StateFile } from '../data-dir/state.ts';
import { seedDemoSchool } from '../demo/seed.ts';
import type { LogBook } from '../log/log-book.ts';
import { reasonOf } from '../process/reason.ts';
import type { FirstAdmin } from './app-environment.ts';

/** Which stack to seed. */
export interface SeedTarget {
  root: string;
  dataDir: string;
  url: string;
  admin: FirstAdmin;
  stateFile: StateFile;
  log: LogBook;
}

/**
 * Writes the demo school once per data folder: not again when its author has deleted parts of it, but to the
 * end when an earlier run was cut off. A failure is said and does not stop the stack.
 */
export async function seedOnce({ root, dataDir, url, admin, stateFile, log }: SeedTarget): Promise<void> {
  const { state } = stateFile;
  if (state.seed === 'done') return;
  state.seed = 'begun';
  await stateFile.save();
  try {
    const written = await seedDemoSchool({
      url,
      email: admin.email,
      password: admin.password,
      filesDir: join(root, 'libs/local-stack/src/demo/files'),
      uploadsDir: join(dataDir, 'uploads'),
    });
    state.seed = 'done';
    await stateFile.save();
    const { mainLessons, lessonTypes, lessons } = written;
    log.say('stack', `demo school: ${mainLessons} main lessons, ${lessonTypes} types, ${lessons} lessons`);
  } catch (error) {
    log.say('stack', `demo data: ${reasonOf(error)}`);
  }
}
