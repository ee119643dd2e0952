import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolderOnExit } from '@khmer-learning/local-stack';

/** Creates an empty folder that is removed when this process ends, for any reason. */
export async function createTempDirectory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'khmer-learning-test-'));
  removeFolderOnExit(folder);
  return folder;
}
