import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { specificErrorCodes } from '@khmer-learning/contracts';
import { ApiError, type Logger } from '@khmer-learning/service-kit';

/** A hash that takes that long by itself may still begin, if it begins at once. */
const minTimeoutMs = 100;
/** How much the latest hash counts in the expected time of the next. */
const smoothingFactor = 0.5;

/** One turn of a thread: compares, and hashes if that was the same, or if it was not. */
export interface HashTask {
  readonly compare?: { readonly text: string; readonly stored: string };
  readonly hash?: { readonly text: string; readonly cost: number };
  readonly hashWhen?: 'same' | 'different';
}

export interface HashResult {
  /** Whether the text was the stored one; true when there was nothing to compare. */
  readonly same: boolean;
  readonly hash?: string;
}

/** Runs bcrypt in threads of its own, so many at once; whatever waits for something else does not wait for it. */
export interface HashWorkerPool {
  /** @throws ApiError 503 when a hash that is asked for now would come too late */
  assertNotBusy(): void;
  /** @throws ApiError 503 at once, with nothing done, when the result would come too late */
  run(work: HashTask): Promise<HashResult>;
  /** Ends the threads; what is under way or waiting fails with 503. */
  close(): Promise<void>;
}

export interface HashWorkerPoolOptions {
  /** How many hashes at once, at least 1. */
  readonly threads: number;
  /** The usual cost: what a hash is expected to take before the first one was timed. */
  readonly cost: number;
  /** What would take longer, waiting included, is not begun. */
  readonly timeoutMs: number;
  /** Of the threads, for the operating system: 0, as everything else, to 19, after everything else. Linux only. */
  readonly nice?: number;
  readonly logger: Logger;
}

interface Job {
  readonly work: HashTask;
  readonly queuedAt: number;
  /** Later its result would come too late. */
  readonly startBy: number;
  readonly resolve: (result: HashResult) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
}

/**
 * Plain JavaScript: it starts the same way from the bundle and from the sources. Only Linux has a niceness for each
 * thread (setpriority(2), "C library/kernel differences"): elsewhere it would be the whole process's.
 */
const workerSource = `
const { parentPort, workerData } = require('node:worker_threads');
const { compareSync, hashSync } = require(workerData.bcrypt);
if (workerData.nice > 0 && process.platform === 'linux') require('node:os').setPriority(workerData.nice);
parentPort.on('message', ({ compare, hash, hashWhen = 'same' }) => {
  const same = compare === undefined || compareSync(compare.text, compare.stored);
  parentPort.postMessage(hash && same === (hashWhen === 'same') ? { same, hash: hashSync(hash.text, hash.cost) } : { same });
});`;

export function createHashWorkerPool({
  threads: maxThreads,
  cost,
  timeoutMs,
  nice = 0,
  logger,
}: HashWorkerPoolOptions): HashWorkerPool {
  const bcrypt = createRequire(import.meta.url).resolve('bcrypt');
  const threads = new Set<Thread>();
  const queue: Job[] = [];
  /** Of one hash; an estimate until the first is done. */
  let hashMs = Math.max(1, 2 ** cost / 16);
  let closed = false;

  function estimateMs({ compare, hash }: HashTask): number {
    return hashMs * ((compare ? 1 : 0) + (hash ? 1 : 0));
  }

  function expectedWaitMs(): number {
    const running = [...threads].filter(({ job }) => job).length;
    if (running < maxThreads) return 0;
    return queue.reduce((sum, { work }) => sum + estimateMs(work), hashMs) / maxThreads;
  }

  function assertInTime(ownMs: number): void {
    const waitMs = expectedWaitMs();
    if (closed || (waitMs > 0 && waitMs + ownMs > timeoutMs)) throw tooBusyError(waitMs);
  }

  function nextJob(): Job | undefined {
    const job = queue.shift();
    if (!job || Date.now() <= job.startBy) return job;
    // The machine got slower.
    job.reject(tooBusyError(hashMs));
    return nextJob();
  }

  function startThread(): Thread {
    const worker = new Worker(workerSource, { eval: true, workerData: { bcrypt, nice }, execArgv: [] });
    const thread: Thread = { worker, job: undefined };
    threads.add(thread);
    // Waiting for work keeps no process alive.
    worker.unref();
    worker.on('error', (error) => logger.error({ err: error }, 'Hash thread failed'));
    worker.on('exit', () => {
      threads.delete(thread);
      thread.job?.reject(tooBusyError(hashMs));
      dispatch();
    });
    return thread;
  }

  function dispatch(): void {
    if (closed) return;
    const idle = [...threads].find(({ job }) => !job);
    if (!idle && threads.size >= maxThreads) return;
    const job = nextJob();
    if (!job) return;
    const thread = idle ?? startThread();
    const startedAt = Date.now();
    thread.job = job;
    thread.worker.once('message', (result: HashResult) => {
      const ms = Date.now() - startedAt;
      const hashes = (job.work.compare ? 1 : 0) + (result.hash ? 1 : 0);
      hashMs = Math.max(1, hashMs + smoothingFactor * (ms / hashes - hashMs));
      logger.debug({ ms, hashes, waitedMs: startedAt - job.queuedAt }, 'Passwords hashed');
      thread.job = undefined;
      job.resolve(result);
      dispatch();
    });
    thread.worker.postMessage(job.work);
    dispatch();
  }

  // Started beforehand, so that the first to sign in do not wait for that.
  for (let count = 0; count < maxThreads; count += 1) startThread();

  return {
    assertNotBusy: () => assertInTime(hashMs),
    async run(work) {
      assertInTime(estimateMs(work));
      return new Promise<HashResult>((resolve, reject) => {
        const queuedAt = Date.now();
        const startBy = queuedAt + Math.max(minTimeoutMs, timeoutMs - estimateMs(work));
        queue.push({ work, queuedAt, startBy, resolve, reject });
        dispatch();
      });
    },
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.reject(tooBusyError(hashMs));
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

function tooBusyError(waitMs: number): ApiError {
  return new ApiError(503, 'Too many passwords are being checked right now. Please try again in a moment.', {
    code: specificErrorCodes.busy,
    retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
