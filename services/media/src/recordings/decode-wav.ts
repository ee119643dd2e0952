import { recordingUploadLimits } from '@khmer-learning/contracts';
import { FileRejectedError } from '../decoders/file-rejected-error.ts';
import type { Sound } from './sound.ts';

const { seconds: maxSeconds, sampleRate: allowedRate } = recordingUploadLimits;

/** Format codes of the `fmt ` chunk (RFC 2361). */
const pcm = 1;
const ieeeFloat = 3;
/** The format code is in the first bytes of the sub-format. */
const extensible = 0xfffe;

/** Programs that write to a pipe cannot know the size of the data. */
const unknownSizes: ReadonlySet<number> = new Set([0, 0xffff_ffff]);

interface WavFormat {
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
  readonly isFloat: boolean;
}

export function isWav(file: Buffer): boolean {
  return file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE';
}

/**
 * Decodes a WAV file (Multimedia Programming Interface and Data Specifications 1.0, IBM and Microsoft, 1991): PCM of 16, 24
 * or 32 bits or 32-bit float, mono or stereo. @throws FileRejectedError when it is broken, of another format or too long
 */
export function decodeWav(file: Buffer): Sound {
  const { format, data } = readChunks(file);
  const bytesPerSample = format.bits / 8;
  const frames = Math.floor(data.length / (bytesPerSample * format.channels));
  if (frames > maxSeconds * format.sampleRate) throw new FileRejectedError('recordingTooLong');
  const readSample = sampleReader(data, format);
  const { channels } = format;
  const samples = new Float32Array(frames).map((_sample, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += readSample((frame * channels + channel) * bytesPerSample);
    return sum / channels;
  });
  if (!samples.every(Number.isFinite)) throw new FileRejectedError('recordingBroken');
  return { sampleRate: format.sampleRate, samples };
}

function readChunks(file: Buffer): { format: WavFormat; data: Buffer } {
  let format: WavFormat | undefined;
  let at = 12;
  while (at + 8 <= file.length) {
    const id = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const body = file.subarray(at + 8, at + 8 + size);
    if (id === 'fmt ') format = readFormat(body);
    if (id === 'data') {
      if (!format) throw new FileRejectedError('recordingBroken');
      if (unknownSizes.has(size)) return { format, data: file.subarray(at + 8) };
      if (body.length < size) throw new FileRejectedError('recordingBroken');
      return { format, data: body };
    }
    // Chunks start at even positions.
    at += 8 + size + (size % 2);
  }
  throw new FileRejectedError('recordingBroken');
}

function readFormat(chunk: Buffer): WavFormat {
  if (chunk.length < 16) throw new FileRejectedError('recordingBroken');
  const code = chunk.readUInt16LE(0);
  const format = code === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : code;
  const channels = chunk.readUInt16LE(2);
  const sampleRate = chunk.readUInt32LE(4);
  const bits = chunk.readUInt16LE(14);
  const isFloat = format === ieeeFloat;
  const isKnown = isFloat ? bits === 32 : format === pcm && [16, 24, 32].includes(bits);
  const isRateAllowed = sampleRate >= allowedRate.min && sampleRate <= allowedRate.max;
  if (!isKnown || channels < 1 || channels > 2 || !isRateAllowed)
    throw new FileRejectedError('recordingUnsupported');
  return { channels, sampleRate, bits, isFloat };
}

/** Returns the function that reads the sample at a position, in bytes. */
function sampleReader(data: Buffer, { bits, isFloat }: WavFormat): (at: number) => number {
  if (isFloat) return (at) => data.readFloatLE(at);
  const bytes = bits / 8;
  const fullScale = 2 ** (bits - 1);
  return (at) => data.readIntLE(at, bytes) / fullScale;
}
