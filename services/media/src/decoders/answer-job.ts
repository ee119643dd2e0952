import { FileRejectedError } from './file-rejected-error.ts';

/** Beyond it the process ends itself, whatever it decodes. A WEBP of the most pixels takes 660 MB. In bytes. */
const maxMemory = 900 * 1024 ** 2;

/**
 * Does the job of this process: that of its first argument. Sends the result to its parent, or why the file is rejected.
 * Objects have a limit of their own, which holds while JavaScript runs; this one is for what decoders allocate.
 */
export async function answerJob<Job, Result>(decode: (job: Job) => Promise<Result>): Promise<void> {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL');
  }, 20).unref();
  try {
    const result = await decode(JSON.parse(process.argv[2] ?? '') as Job);
    process.send?.({ result });
  } catch (error) {
    if (!(error instanceof FileRejectedError)) throw error;
    process.send?.({ rejection: error.reason });
  }
}
