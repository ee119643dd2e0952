import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { answerJob } from './answer-job.ts';

// A decoder that takes memory when the file's name says so, and time otherwise. It leaves its process id beside the file.
await answerJob(async ({ file }: { file: string }) => {
  writeFileSync(`${file}.pid`, String(process.pid));
  const taken: Buffer[] = [];
  while (file.endsWith('memory')) {
    taken.push(Buffer.alloc(16 * 1024 ** 2, 1));
    await setImmediate();
  }
  for (;;);
});
