import { recordingUploadLimits } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';
import { trimSilence } from './speech-detector.ts';
import { maxWavSamples } from './wav.ts';

/** Bytes of a chosen file. A minute of any format that phones record is smaller. */
const maxFileMegabytes = 20;
const sampleRate = 48_000;

/** A sound with one channel. */
export interface Sound {
  /** From -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** A chosen file cannot be used; `message` is for the user. */
export class SoundFileError extends Error {
  override readonly name = 'SoundFileError';
}

/**
 * Reads a sound file of any format that the browser knows. @returns 48 kHz mono, without the silence around it
 * @throws `SoundFileError` if it is no such file, larger than 20 MB, silent, or longer than a recording can be
 */
export async function readSoundFile(file: Blob): Promise<Sound> {
  if (file.size > maxFileMegabytes * 1024 * 1024)
    throw new SoundFileError(message('soundFile.tooLarge', { megabytes: maxFileMegabytes }));
  let decoded: AudioBuffer;
  try {
    decoded = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await file.arrayBuffer());
  } catch {
    throw new SoundFileError(message('soundFile.unreadable'));
  }
  const samples = trimSilence(mixChannels(decoded), sampleRate);
  if (samples === null) throw new SoundFileError(message('soundFile.silent'));
  if (samples.length > maxWavSamples(sampleRate))
    throw new SoundFileError(message('soundFile.tooLong', { seconds: recordingUploadLimits.seconds }));
  return { samples, sampleRate };
}

function mixChannels(decoded: AudioBuffer): Float32Array {
  const samples = new Float32Array(decoded.length);
  for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
    decoded.getChannelData(channel).forEach((sample, index) => {
      samples[index] = (samples[index] ?? 0) + sample / decoded.numberOfChannels;
    });
  }
  return samples;
}
