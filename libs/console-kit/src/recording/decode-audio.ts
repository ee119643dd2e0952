/** Bytes of a chosen file. A minute of any format that phones record is smaller. */
const maxFileBytes = 20 * 1024 * 1024;
const sampleRate = 48_000;

/** A sound with one channel. */
export interface Sound {
  /** From -1 to 1. */
  readonly samples: Float32Array;
  /** In hertz. */
  readonly sampleRate: number;
}

/** A chosen file cannot be used; `message` is for the user. */
export class SoundFileError extends Error {
  override readonly name = 'SoundFileError';
}

/**
 * Decodes a sound file of any format that the browser knows (WAV, MP3, M4A, OGG, WebM), as 48 kHz mono.
 * Throws `SoundFileError` if it cannot.
 */
export async function decodeAudio(file: Blob): Promise<Sound> {
  if (file.size > maxFileBytes) throw new SoundFileError('A sound file can be at most 20 MB.');
  let decoded: AudioBuffer;
  try {
    decoded = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await file.arrayBuffer());
  } catch {
    throw new SoundFileError(
      'This file is not a sound that this browser can read. Use WAV, MP3, M4A or OGG.',
    );
  }
  const samples = new Float32Array(decoded.length);
  for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
    decoded.getChannelData(channel).forEach((sample, index) => {
      samples[index] = (samples[index] ?? 0) + sample / decoded.numberOfChannels;
    });
  }
  return { samples, sampleRate };
}
