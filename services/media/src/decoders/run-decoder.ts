import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { uploadMessages } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { UploadRejectedError, type UploadRejectionReason } from '../uploads/upload-rejected-error.ts';
import { createWorkQueue } from './create-work-queue.ts';

/** A picture to be sanitised in its place, or made smaller. */
export interface ImageJob {
  readonly file: string;
  readonly maxPixels: number;
  readonly isSvg?: boolean;
  readonly thumbnail?: {
    readonly width: number;
    readonly format: 'jpeg' | 'webp' | 'png';
    readonly target: string;
  };
}

/** A recording to be processed in its place. */
export interface RecordingJob {
  readonly file: string;
}

const pictures = { maxRunning: 2, maxQueued: 100, busyMessage: uploadMessages.busy };
/**
 * Files wait for others of their kind alone. Most take less than 100 MB, a picture of the most pixels 660 MB. More may wait
 * than a page has, and few enough to be done before their requests time out.
 */
export const decoderQueues = {
  originals: createWorkQueue(pictures),
  thumbnails: createWorkQueue(pictures),
  // A booth sends one every few seconds, and each takes a fraction of one.
  recordings: createWorkQueue({ maxRunning: 1, maxQueued: 50, busyMessage: uploadMessages.recordingsBusy }),
};

/** More than the largest file takes. In milliseconds. */
const timeoutMs = 20_000;
const maxHeapMb = 256;

/**
 * Does a job in a process of its own, without settings and so without secrets: a file that breaks a decoder breaks nothing
 * else. @param worker the built `*.worker.ts` @param failure of a file with which the process breaks
 * @throws UploadRejectedError; ApiError 503 beyond the time limit; the signal's reason when it is aborted
 */
export async function runDecoder<Result>(
  worker: URL,
  job: ImageJob | RecordingJob,
  { failure, signal }: { failure: UploadRejectionReason; signal?: AbortSignal },
): Promise<Result> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const child = fork(fileURLToPath(worker), [JSON.stringify(job)], {
    env: {},
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    // Decoders write to the console.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    killSignal: 'SIGKILL',
  });
  try {
    const answer = await new Promise<{ result: Result } | { rejection: UploadRejectionReason }>(
      (resolve, reject) => {
        child.once('message', (message) => resolve(message as { result: Result })).once('error', reject);
        child.once('disconnect', () => reject(new Error('The decoder ended without an answer')));
      },
    );
    if ('rejection' in answer) throw new UploadRejectedError(answer.rejection);
    return answer.result;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    if (timeout.aborted) throw new ApiError(503, uploadMessages.busy, { retryAfter: 5 });
    throw new UploadRejectedError(failure, error);
  } finally {
    child.kill('SIGKILL');
  }
}
