import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '@khmer-learning/local-stack';

it('reads the lists and items of the console by no more commands, keys and documents than recorded in bench/reads.json', async () => {
  const bench = path.join(repoRoot(), 'bench/dist/bench.js');
  const env = { ...process.env, BENCH_SECONDS: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, [bench, 'reads'], { env }).catch(
    ({ stdout: printed }: { stdout: string }) => ({ stdout: `${printed}failed` }),
  );
  expect(stdout).toContain('main lessons');
  expect(stdout).not.toMatch(/ > |failed/);
});
