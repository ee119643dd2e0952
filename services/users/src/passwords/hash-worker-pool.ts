import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { specificErrorCodes } from '@khmer-learning/contracts';
import { ApiError, type Logger } from '@khmer-learning/service-kit';

/** A hash may always start within this time, also when it alone takes longer than the timeout. */
const minTimeoutMs = 100;
/** Weight of the latest hash in the moving average of the hash time. */
const smoothingFactor = 0.5;

/** One job of a thread: an optional comparison, then an optional hash, depending on the result of the comparison. */
interface HashTask {
  /** The stored hash must be that of one of the texts. */
  readonly compare?: { readonly texts: readonly string[]; readonly stored: string };
  readonly hash?: { readonly text: string; readonly cost: number };
  readonly hashWhen?: 'same' | 'different';
}

interface HashResult {
  /** Whether a text matches the stored hash; true when there was nothing to compare. */
  readonly same: boolean;
  readonly compared: number;
  readonly hash?: string;
}

export interface HashWorkerPoolOptions {
  /** Number of worker threads, at least 1. */
  readonly threads: number;
  /** The usual bcrypt cost. It gives the estimated hash time until the first hash is measured. */
  readonly cost: number;
  /** A job that would take longer than this, queueing included, is rejected. */
  readonly timeoutMs: number;
  /** Scheduling niceness of the threads: 0 (normal priority) to 19 (lowest priority). Linux only. */
  readonly nice?: number;
  readonly logger: Logger;
}

interface Job {
  readonly work: HashTask;
  readonly queuedAt: number;
  /** A job that starts after this time (epoch ms) would miss the timeout. */
  readonly startBy: number;
  readonly resolve: (result: HashResult) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
}

/**
 * Plain JavaScript, so that it starts the same way from the bundle and from the sources. Only Linux has a niceness per
 * thread (setpriority(2), "C library/kernel differences"). Elsewhere it would apply to the whole process.
 */
const workerSource = `
const { parentPort, workerData } = require('node:worker_threads');
const { compareSync, hashSync } = require(workerData.bcrypt);
if (workerData.nice > 0 && process.platform === 'linux') require('node:os').setPriority(workerData.nice);
parentPort.on('message', ({ compare, hash, hashWhen = 'same' }) => {
  let compared = 0;
  const matches = (text) => {
    compared += 1;
    return compareSync(text, compare.stored);
  };
  const same = compare === undefined || compare.texts.some(matches);
  const result = { same, compared };
  parentPort.postMessage(hash && same === (hashWhen === 'same') ? { ...result, hash: hashSync(hash.text, hash.cost) } : result);
});`;

/**
 * Creates a pool that runs bcrypt in threads, so that hashing blocks neither the event loop nor libuv's pool. Each takes
 * seven megabytes: they start when a job needs them.
 */
export function createHashWorkerPool({
  threads: maxThreads,
  cost,
  timeoutMs,
  nice = 0,
  logger,
}: HashWorkerPoolOptions) {
  const bcrypt = createRequire(import.meta.url).resolve('bcrypt');
  const threads = new Set<Thread>();
  const queue: Job[] = [];
  /** Moving average of the time of one hash; an estimate until the first is measured. */
  let hashMs = Math.max(1, 2 ** cost / 16);
  let closed = false;

  function estimateMs({ compare, hash }: HashTask): number {
    return hashMs * ((compare?.texts.length ?? 0) + (hash ? 1 : 0));
  }

  /** The place of a job in the queue: comparisons, which sign people in, go before jobs that also hash. */
  function placeOf({ hash }: HashTask): number {
    const firstHash = hash ? -1 : queue.findIndex(({ work }) => work.hash);
    return firstHash === -1 ? queue.length : firstHash;
  }

  function expectedWaitMs(place: number): number {
    const running = [...threads].filter(({ job }) => job).length;
    if (running < maxThreads) return 0;
    return queue.slice(0, place).reduce((sum, { work }) => sum + estimateMs(work), hashMs) / maxThreads;
  }

  function assertInTime(ownMs: number, place: number): void {
    const waitMs = expectedWaitMs(place);
    if (closed || (waitMs > 0 && waitMs + ownMs > timeoutMs)) throw tooBusyError(waitMs);
  }

  function nextJob(): Job | undefined {
    const job = queue.shift();
    if (!job || Date.now() <= job.startBy) return job;
    // The hash time has grown since the job was queued.
    job.reject(tooBusyError(hashMs));
    return nextJob();
  }

  function startThread(): Thread {
    const worker = new Worker(workerSource, { eval: true, workerData: { bcrypt, nice }, execArgv: [] });
    const thread: Thread = { worker, job: undefined };
    threads.add(thread);
    // An idle thread must not keep the process alive.
    worker.unref();
    worker.on('error', (error) => logger.error({ err: error }, 'Hash worker thread failed'));
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
      const hashes = result.compared + (result.hash ? 1 : 0);
      hashMs = Math.max(1, hashMs + smoothingFactor * (ms / hashes - hashMs));
      logger.debug({ ms, hashes, waitedMs: startedAt - job.queuedAt }, 'Passwords hashed');
      thread.job = undefined;
      job.resolve(result);
      dispatch();
    });
    thread.worker.postMessage(job.work);
    dispatch();
  }

  return {
    /** @throws ApiError 503 when a hash that is queued now would miss the timeout */
    assertNotBusy: () => assertInTime(hashMs, queue.length),
    /** @throws ApiError 503 before any work is done, when the result would miss the timeout */
    async run(work: HashTask) {
      const place = placeOf(work);
      assertInTime(estimateMs(work), place);
      return new Promise<HashResult>((resolve, reject) => {
        const queuedAt = Date.now();
        const startBy = queuedAt + Math.max(minTimeoutMs, timeoutMs - estimateMs(work));
        queue.splice(place, 0, { work, queuedAt, startBy, resolve, reject });
        dispatch();
      });
    },
    /** Terminates the threads. Running and queued jobs fail with 503. */
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.reject(tooBusyError(hashMs));
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

function tooBusyError(waitMs: number): ApiError {
  return new ApiError(503, 'The service is busy right now. Please try again in a moment.', {
    code: specificErrorCodes.busy,
    retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
