import { createMp3Encoder } from 'wasm-media-encoders';
import type { Sound } from './sound.ts';

/** Hertz: every device plays it. */
const outputSampleRate = 44_100;
/** Kilobits per second; for one channel, it sounds like 128 for two. */
const bitrate = 64;
/** The encoder (LAME) lowers all samples by this factor, so that its own error does not clip them. */
const encoderScale = 0.95;

/** Encodes a sound as MP3, converted to 44.1 kHz. */
export async function encodeMp3({ samples, sampleRate }: Sound): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate, outputSampleRate, bitrate });
  const scale = (piece: Float32Array) => piece.map((sample) => sample / encoderScale);
  const pieces: Buffer[] = [];
  // The encoder reuses its memory, so each piece is copied.
  for (let at = 0; at < samples.length; at += sampleRate)
    pieces.push(Buffer.from(encoder.encode([scale(samples.subarray(at, at + sampleRate))])));
  pieces.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(pieces);
}
