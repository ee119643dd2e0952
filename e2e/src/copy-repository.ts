import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '@khmer-learning/local-stack';

/** Copies the files that git tracks or would add. */
export async function copyRepository(target: string): Promise<void> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: repoRoot(), maxBuffer: 64 * 1024 * 1024 },
  );
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    // git still lists files that were just removed.
    await cp(join(repoRoot(), file), join(target, file)).catch(() => undefined);
  }
}
