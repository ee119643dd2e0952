import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { uploadMessages } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { createWorkQueue } from '../uploads/create-work-queue.ts';
import { UploadRejectedError } from '../uploads/upload-rejected-error.ts';
import type { RecordingRejectionReason } from './sound.ts';

/** What the thread of a recording answers. */
export type RecordingResult =
  | { readonly mp3: Uint8Array; readonly durationMs: number }
  | { readonly rejection: RecordingRejectionReason };

/**
 * Decodes a recording, removes the silence around it, normalises its loudness and writes it as MP3 in its place.
 *
 * @returns the duration in milliseconds
 * @throws UploadRejectedError when it is neither WAV nor MP3, damaged, too long or silent; ApiError 503 when too many are
 * being processed
 */
export type ProcessRecording = (file: string) => Promise<number>;

/** More than a decoder takes for the longest recording. In milliseconds. */
const timeoutMs = 20_000;
/** Of the objects in a thread; its sounds are outside of them and bounded by their duration. */
const maxThreadHeapMb = 256;

/** One at a time: a long one takes some 150 MB. A booth sends one every few seconds, and each takes a fraction of one. */
export const limitRecordings = createWorkQueue({
  maxRunning: 1,
  maxQueued: 50,
  busyMessage: uploadMessages.recordingsBusy,
});

/**
 * Creates the function that processes recordings. Each has a thread of its own, which ends with it: a file that breaks a
 * decoder breaks nothing else.
 *
 * @param workerUrl the built `recording.worker.ts`
 */
export function createRecordingProcessor(workerUrl: URL): ProcessRecording {
  return async (file) => {
    const result = await limitRecordings(() => runThread(workerUrl, file));
    if ('rejection' in result) throw new UploadRejectedError(result.rejection);
    await writeFile(file, result.mp3);
    return result.durationMs;
  };
}

async function runThread(workerUrl: URL, file: string): Promise<RecordingResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const worker = new Worker(workerUrl, {
    workerData: file,
    execArgv: [],
    // Decoders write to the console.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxThreadHeapMb },
  });
  try {
    // Rejects when the thread fails.
    const [result] = await once(worker, 'message', { signal: timeout });
    return result as RecordingResult;
  } catch (error) {
    if (timeout.aborted) throw new ApiError(503, uploadMessages.recordingsBusy, { retryAfter: 5 });
    throw new UploadRejectedError('recordingBroken', error);
  } finally {
    await worker.terminate();
  }
}
