import { recordingUploadLimits } from '@khmer-learning/contracts';

const headerBytes = 44;
const bytesPerSample = 2;

/** @returns how many samples the longest recording that the server takes has, by their rate in hertz */
export function maxWavSamples(sampleRate: number): number {
  const { seconds, bytes } = recordingUploadLimits;
  return Math.min(seconds * sampleRate, Math.floor((bytes - headerBytes) / bytesPerSample));
}

/** Encodes samples from -1 to 1 (clipped beyond) as WAV: 16-bit PCM, mono (RIFF WAVE, format 1). @param sampleRate in hertz */
export function encodeWav(samples: Float32Array, sampleRate: number): Blob {
  const bytes = new DataView(new ArrayBuffer(headerBytes + samples.length * bytesPerSample));
  const writeText = (offset: number, text: string) => {
    for (let index = 0; index < text.length; index += 1)
      bytes.setUint8(offset + index, text.charCodeAt(index));
  };
  writeText(0, 'RIFF');
  bytes.setUint32(4, bytes.byteLength - 8, true);
  writeText(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, sampleRate, true);
  bytes.setUint32(28, sampleRate * bytesPerSample, true);
  bytes.setUint16(32, bytesPerSample, true);
  bytes.setUint16(34, 16, true);
  writeText(36, 'data');
  bytes.setUint32(40, samples.length * bytesPerSample, true);
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample));
    bytes.setInt16(headerBytes + index * bytesPerSample, Math.round(clipped * 0x7fff), true);
  });
  return new Blob([bytes.buffer as ArrayBuffer], { type: 'audio/wav' });
}
