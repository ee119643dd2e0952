import { recordingUploadLimits } from '@khmer-learning/contracts';
import { MPEGDecoder } from 'mpg123-decoder';
import { FileRejectedError } from '../decoders/file-rejected-error.ts';
import type { Sound } from './sound.ts';

/** Encoders pad the sound to whole frames. */
const maxSeconds = recordingUploadLimits.seconds + 0.1;
/** A small file can be hours of sound, so it is decoded in pieces. In bytes. */
const pieceBytes = 64 * 1024;

/** Whether a file starts like an MP3 file: with an ID3 tag, or with the header of a frame of MPEG layer III. */
export function isMp3(file: Buffer): boolean {
  if (file.toString('latin1', 0, 3) === 'ID3') return true;
  const [first = 0, second = 0] = file;
  return first === 0xff && (second & 0xe6) === 0xe2;
}

/** Decodes an MP3 file. @throws FileRejectedError `recordingBroken` when it has no sound, or `recordingTooLong` */
export async function decodeMp3(file: Buffer): Promise<Sound> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const pieces: Float32Array[] = [];
    let sampleRate = 0;
    let length = 0;
    for (let at = 0; at < file.length; at += pieceBytes) {
      const decoded = decoder.decode(file.subarray(at, at + pieceBytes));
      if (decoded.samplesDecoded === 0) continue;
      if (sampleRate > 0 && decoded.sampleRate !== sampleRate) throw new FileRejectedError('recordingBroken');
      sampleRate = decoded.sampleRate;
      length += decoded.samplesDecoded;
      if (length > maxSeconds * sampleRate) throw new FileRejectedError('recordingTooLong');
      pieces.push(mixToMono(decoded.channelData));
    }
    if (length === 0) throw new FileRejectedError('recordingBroken');
    const samples = new Float32Array(length);
    let end = 0;
    for (const piece of pieces) {
      samples.set(piece, end);
      end += piece.length;
    }
    return { sampleRate, samples };
  } finally {
    decoder.free();
  }
}

/** Mixes channels of the same length to one by their mean. */
function mixToMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = channels;
  if (others.length === 0) return first;
  return first.map((sample, index) => {
    const sum = others.reduce((total, channel) => total + (channel[index] ?? 0), sample);
    return sum / channels.length;
  });
}
