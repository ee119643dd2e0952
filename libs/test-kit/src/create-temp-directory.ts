import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolderOnExit } from '@khmer-learning/local-stack';

/**
 * Creates an empty folder that is removed when this process ends, for any reason.
 *
 * @param parent by default, the folder of the system for temporary files
 */
export async function createTempDirectory(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'khmer-learning-test-'));
  removeFolderOnExit(folder);
  return folder;
}
