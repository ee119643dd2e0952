import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundleTypeScript } from '@khmer-learning/test-kit';
import type { Sound } from './sound.ts';

/** How `createWav` writes samples. */
export interface WavOptions {
  readonly bits?: 8 | 16 | 24 | 32;
  readonly float?: boolean;
  readonly channels?: number;
  /** The size in the header of the data; by default its real one. */
  readonly declaredSize?: number;
}

/** Creates the sound of a word as a voice has it: partials of a pitch, in syllables, with silence before and after. */
export function createVoice({
  sampleRate = 48_000,
  seconds = 1,
  silence = 0.5,
  peak = 0.5,
  noise = 0,
}: {
  sampleRate?: number;
  seconds?: number;
  silence?: number;
  peak?: number;
  noise?: number;
} = {}): Sound {
  const lead = Math.round(silence * sampleRate);
  const length = Math.round(seconds * sampleRate);
  const partials = [1, 2, 3, 5, 8, 13].filter((partial) => partial * 150 < sampleRate / 2);
  const samples = new Float32Array(lead * 2 + length).map((_sample, index) => {
    const hiss = noise * Math.sin(index * index * 0.37);
    const at = (index - lead) / sampleRate;
    if (at < 0 || at >= seconds) return hiss;
    const envelope = 0.3 + 0.7 * Math.sin(Math.PI * 4 * at) ** 2;
    const voice = partials.reduce((sum, partial) => sum + Math.sin(2 * Math.PI * 150 * partial * at), 0);
    return (peak * envelope * voice) / partials.length + hiss;
  });
  return { sampleRate, samples };
}

/** Creates a WAV file, the same sound in each channel. */
export function createWav(
  { samples, sampleRate }: Sound,
  { bits = 16, float = false, channels = 1, declaredSize }: WavOptions = {},
): Buffer {
  const bytes = bits / 8;
  const data = Buffer.alloc(samples.length * channels * bytes);
  const fullScale = 2 ** (bits - 1);
  samples.forEach((sample, index) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const at = (index * channels + channel) * bytes;
      if (float) data.writeFloatLE(sample, at);
      else data.writeIntLE(Math.round(Math.max(-1, Math.min(1, sample)) * (fullScale - 1)), at, bytes);
    }
  });
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(float ? 3 : 1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * channels * bytes, 28);
  head.writeUInt16LE(channels * bytes, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(declaredSize ?? data.length, 40);
  return Buffer.concat([head, data]);
}

let player: Promise<string> | undefined;

/** Decodes an MP3 file with the service's own decoder. */
export async function playMp3(file: Uint8Array): Promise<Sound> {
  player ??= bundleTypeScript(join(import.meta.dirname, 'play-mp3.fixture.ts'));
  const [sound] = await once(new Worker(await player, { workerData: file, execArgv: [] }), 'message');
  return sound as Sound;
}
