import fc from 'fast-check';
import {
  createSpeechCutter,
  createSpeechDetector,
  findSpeech,
  type SpeechRange,
  trimSilence,
} from './speech-detector.ts';

const sampleRate = 16_000;
const samplesOf = (ms: number) => Math.round((sampleRate * ms) / 1000);

interface Word {
  /** Silence before it. */
  pauseMs: number;
  lengthMs: number;
  amplitude: number;
}

/** Pseudo-random noise, the same for the same seed. */
function noiseFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x80000000 - 1;
  };
}

/** Words, each a tone, in a room with noise of this amplitude; a second of room at the end. */
function speak(
  words: readonly Word[],
  room: number,
  seed = 1,
): { samples: Float32Array; places: SpeechRange[] } {
  const noise = noiseFrom(seed);
  const places: SpeechRange[] = [];
  let at = 0;
  for (const { pauseMs, lengthMs } of words) {
    const start = at + samplesOf(pauseMs);
    at = start + samplesOf(lengthMs);
    places.push({ start, end: at });
  }
  const samples = Float32Array.from({ length: at + samplesOf(1000) }, () => noise() * room);
  places.forEach(({ start, end }, index) => {
    for (let sample = start; sample < end; sample += 1) {
      const tone = Math.sin((2 * Math.PI * 300 * sample) / sampleRate) * (words[index]?.amplitude ?? 0);
      samples[sample] = (samples[sample] ?? 0) + tone;
    }
  });
  return { samples, places };
}

const word = fc.record({
  pauseMs: fc.integer({ min: 800, max: 1600 }),
  lengthMs: fc.integer({ min: 150, max: 1500 }),
  amplitude: fc.double({ min: 0.15, max: 0.9, noNaN: true }),
});
const words = fc.array(word, { minLength: 1, maxLength: 8 });
const rooms = fc.constantFrom(0, 0.001, 0.01);
const seeds = fc.integer({ min: 1, max: 0x7fffffff });

function expectNear(found: readonly SpeechRange[], places: readonly SpeechRange[]): void {
  expect(found).toHaveLength(places.length);
  found.forEach(({ start, end }, index) => {
    const place = places[index] ?? { start: 0, end: 0 };
    expect(Math.abs(start - place.start)).toBeLessThanOrEqual(samplesOf(50));
    expect(Math.abs(end - place.end)).toBeLessThanOrEqual(samplesOf(50));
    // Nothing of the word is cut off.
    expect(start).toBeLessThanOrEqual(place.start);
    expect(end).toBeGreaterThanOrEqual(place.end);
  });
}

test('every word is found within 50 ms of where it is, in a silent and in a noisy room', () => {
  fc.assert(
    fc.property(words, rooms, seeds, (spoken, room, seed) => {
      const { samples, places } = speak(spoken, room, seed);
      expectNear(findSpeech(samples, sampleRate), places);
    }),
    { numRuns: depth(5, 25) },
  );
});

test('a live detector finds the same words, however the samples arrive', () => {
  fc.assert(
    fc.property(words, rooms, seeds, fc.integer({ min: 1, max: 9000 }), (spoken, room, seed, size) => {
      const { samples, places } = speak(spoken, room, seed);
      const detector = createSpeechDetector(sampleRate);
      const found: SpeechRange[] = [];
      for (let at = 0; at < samples.length; at += size)
        found.push(...detector.push(samples.slice(at, at + size)));
      expectNear(found, places);
      expect(detector.flush()).toBeNull();
    }),
    { numRuns: depth(5, 25) },
  );
});

test('words are cut out of a recording exactly where they are found, and only what may be needed is kept', () => {
  fc.assert(
    fc.property(words, rooms, seeds, fc.integer({ min: 128, max: 9000 }), (spoken, room, seed, size) => {
      const { samples } = speak(spoken, room, seed);
      const cutter = createSpeechCutter(sampleRate);
      const found: Float32Array[] = [];
      for (let at = 0; at < samples.length; at += size) {
        found.push(...cutter.push(samples.slice(at, at + size)));
        if (!cutter.isSpeaking) expect(cutter.keptLength).toBeLessThanOrEqual(samplesOf(400));
      }
      const ranges = createSpeechDetector(sampleRate).push(samples);
      const bytesOf = (words: readonly Float32Array[]) =>
        words.map((word) => Buffer.from(word.buffer).toString('base64'));
      expect(bytesOf(found)).toEqual(bytesOf(ranges.map(({ start, end }) => samples.slice(start, end))));
    }),
    { numRuns: depth(3, 15) },
  );
});

test('what is said until the end is cut when it is asked for, and not again', () => {
  const { samples, places } = speak([{ pauseMs: 800, lengthMs: 400, amplitude: 0.5 }], 0.001);
  const cutter = createSpeechCutter(sampleRate);
  const end = places[0]?.end ?? 0;
  expect(cutter.push(samples.slice(0, end))).toEqual([]);
  expect(cutter.flush()).toHaveLength(end - (places[0]?.start ?? 0) + samplesOf(30));
  expect(cutter.push(samples.slice(end))).toEqual([]);
  expect(cutter.flush()).toBeNull();
});

test('a word has ended once it has been silent for 0.7 seconds', () => {
  const { samples, places } = speak([{ pauseMs: 800, lengthMs: 400, amplitude: 0.5 }], 0.001);
  const end = places[0]?.end ?? 0;
  const detector = createSpeechDetector(sampleRate);
  expect(detector.push(samples.slice(0, end + samplesOf(650)))).toEqual([]);
  expect(detector.isSpeaking).toBe(true);
  expect(detector.push(samples.slice(end + samplesOf(650), end + samplesOf(750)))).toHaveLength(1);
  expect(detector.isSpeaking).toBe(false);
});

test('parts of a phrase with short pauses are one clip', () => {
  const pause = { pauseMs: 300, lengthMs: 400, amplitude: 0.5 };
  const { samples, places } = speak([{ ...pause, pauseMs: 900 }, pause, pause], 0.001);
  const [first, , last] = places;
  expectNear(findSpeech(samples, sampleRate), [{ start: first?.start ?? 0, end: last?.end ?? 0 }]);
});

test('a click is not a word, nor the beginning of one', () => {
  const click = { pauseMs: 900, lengthMs: 20, amplitude: 0.9 };
  expect(findSpeech(speak([click, click], 0.001).samples, sampleRate)).toEqual([]);
  const { samples, places } = speak([click, { pauseMs: 400, lengthMs: 500, amplitude: 0.5 }], 0.001);
  expectNear(findSpeech(samples, sampleRate), places.slice(1));
});

test('what is said until the end can be taken before the silence', () => {
  const { samples, places } = speak([{ pauseMs: 800, lengthMs: 400, amplitude: 0.5 }], 0.001);
  const detector = createSpeechDetector(sampleRate);
  detector.push(samples.slice(0, places[0]?.end));
  expectNear(
    [detector.flush()].filter((range) => range !== null),
    places,
  );
});

test('the silence around a recording is removed, and again nothing more', () => {
  fc.assert(
    fc.property(word, rooms, seeds, (spoken, room, seed) => {
      const { samples, places } = speak([spoken], room, seed);
      const trimmed = trimSilence(samples, sampleRate);
      const length = (places[0]?.end ?? 0) - (places[0]?.start ?? 0);
      expect(trimmed?.length).toBeGreaterThanOrEqual(length);
      expect(trimmed?.length).toBeLessThanOrEqual(length + samplesOf(100));
      const again = trimSilence(trimmed ?? new Float32Array(), sampleRate);
      expect(again?.length).toBeGreaterThanOrEqual(length);
    }),
    { numRuns: depth(5, 25) },
  );
  expect(trimSilence(new Float32Array(sampleRate), sampleRate)).toBeNull();
});

test('a quiet recording without any silence is kept, and a room in which nobody speaks is not a recording', () => {
  const quiet = Float32Array.from({ length: sampleRate }, (_, at) => Math.sin(at / 8) * 0.03);
  expect(trimSilence(quiet, sampleRate)?.length).toBe(quiet.length);
  expect(trimSilence(speak([], 0.005).samples, sampleRate)).toBeNull();
});
