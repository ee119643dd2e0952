import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lessons } from '@khmer-learning/contracts';
import { startPastService } from './past-calls.ts';

test('a call of a demo process that has ended fails, and ends nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'khmer-learning-past-'));
  await mkdir(join(folder, 'dist'));
  await writeFile(
    join(folder, 'dist/demo.js'),
    'process.send({ id: 0 }); process.once("message", () => process.exit(1));',
  );
  try {
    const service = await startPastService(folder, process.env);
    const principal = { kind: 'public' } as const;
    const call = () => service.call(lessons.get, { params: { id: 1 } }, { at: Date.now(), principal });
    await expect(call()).rejects.toThrow('has ended');
    await expect(call()).rejects.toThrow();
    await service.stop();
  } finally {
    await rm(folder, { recursive: true });
  }
});
