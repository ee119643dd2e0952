import { readFile, writeFile } from 'node:fs/promises';
import { decodeMp3, isMp3 } from '../recordings/decode-mp3.ts';
import { decodeWav, isWav } from '../recordings/decode-wav.ts';
import { encodeMp3 } from '../recordings/encode-mp3.ts';
import { normaliseLoudness } from '../recordings/normalise-loudness.ts';
import type { Sound } from '../recordings/sound.ts';
import { trimSilence } from '../recordings/trim-silence.ts';
import { answerJob } from './answer-job.ts';
import { FileRejectedError } from './file-rejected-error.ts';
import type { RecordingJob } from './run-decoder.ts';

// A process that decodes one recording, removes the silence around it, normalises its loudness and writes it as MP3 in its
// place.
await answerJob(async ({ file }: RecordingJob) => {
  const sound = normaliseLoudness(trimSilence(await decode(await readFile(file))));
  await writeFile(file, await encodeMp3(sound));
  return Math.round((sound.samples.length / sound.sampleRate) * 1_000);
});

async function decode(content: Buffer): Promise<Sound> {
  if (isWav(content)) return decodeWav(content);
  if (isMp3(content)) return decodeMp3(content);
  throw new FileRejectedError('recordingUnsupported');
}
