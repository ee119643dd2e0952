import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeMp3, isMp3 } from './decode-mp3.ts';
import { decodeWav, isWav } from './decode-wav.ts';
import { encodeMp3 } from './encode-mp3.ts';
import { normaliseLoudness } from './normalise-loudness.ts';
import type { RecordingResult } from './process-recording.ts';
import { RecordingRejectedError, type Sound } from './sound.ts';
import { trimSilence } from './trim-silence.ts';

// A thread that processes one recording: the file whose path is `workerData`.
const result = await processFile(String(workerData)).catch((error: unknown): RecordingResult => {
  if (error instanceof RecordingRejectedError) return { rejection: error.reason };
  throw error;
});
parentPort?.postMessage(result);

async function processFile(file: string): Promise<RecordingResult> {
  const sound = normaliseLoudness(trimSilence(await decode(await readFile(file))));
  const durationMs = Math.round((sound.samples.length / sound.sampleRate) * 1_000);
  return { mp3: await encodeMp3(sound), durationMs };
}

async function decode(content: Buffer): Promise<Sound> {
  if (isWav(content)) return decodeWav(content);
  if (isMp3(content)) return decodeMp3(content);
  throw new RecordingRejectedError('recordingUnsupported');
}
