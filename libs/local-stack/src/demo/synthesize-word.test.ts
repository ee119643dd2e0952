import { recordingUploadLimits } from '@khmer-learning/contracts';
import { demoLessons, demoQuizzes } from './demo-data.ts';
import { synthesizeWord } from './synthesize-word.ts';

const recordings = [
  ...demoLessons.flatMap(({ sections }) => sections),
  ...demoQuizzes.flatMap(({ questions }) => questions),
].flatMap((item) => item.recordings ?? []);

/** The samples of a 16-bit WAV file. */
const samplesOf = (file: Buffer) =>
  Array.from({ length: (file.length - 44) / 2 }, (_, index) => file.readInt16LE(44 + 2 * index));

it('makes audible WAV files of the words, always the same and each of its own', () => {
  expect(recordings.length).toBeGreaterThan(0);
  for (const { sounds } of recordings) {
    const file = synthesizeWord(sounds);
    expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect(file.readUInt32LE(40)).toBe(file.length - 44);
    const rate = file.readUInt32LE(24);
    expect(rate).toBeGreaterThanOrEqual(recordingUploadLimits.sampleRate.min);
    const samples = samplesOf(file);
    const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
    expect(loudness).toBeGreaterThan(1_000);
    expect(Math.max(...samples.map(Math.abs))).toBeLessThanOrEqual(20_000);
    expect(synthesizeWord(sounds).equals(file)).toBe(true);
  }
  const words = [...new Set(recordings.map(({ sounds }) => sounds))];
  expect(new Set(words.map((sounds) => synthesizeWord(sounds).toString('base64'))).size).toBe(words.length);
});
