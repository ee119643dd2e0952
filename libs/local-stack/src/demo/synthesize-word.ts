const sampleRate = 22_050;
const soundMs = 110;

/** The first three formants in hertz, and the loudness of a sound that is voiced; `s` is noise. */
const sounds = {
  a: [750, 1_250, 2_500, 1],
  b: [200, 800, 2_200, 0.15],
  e: [500, 1_750, 2_500, 0.9],
  i: [290, 2_250, 2_950, 0.8],
  n: [250, 1_300, 2_300, 0.4],
  r: [330, 1_150, 1_600, 0.6],
  s: [1_800, 2_600, 3_600, 0.15],
  u: [320, 800, 2_250, 0.8],
  w: [290, 620, 2_150, 0.4],
} as const satisfies Record<string, readonly [number, number, number, number]>;

/** A sound of a demo word. */
export type WordSound = keyof typeof sounds;

/** A resonance at a frequency, as a filter with two poles. */
function createResonator(bandwidth: number): (input: number, frequency: number) => number {
  let [last, beforeLast] = [0, 0];
  const radius = Math.exp((-Math.PI * bandwidth) / sampleRate);
  return (input, frequency) => {
    const feedback = 2 * radius * Math.cos((2 * Math.PI * frequency) / sampleRate);
    const output = (1 - feedback + radius ** 2) * input + feedback * last - radius ** 2 * beforeLast;
    [last, beforeLast] = [output, last];
    return output;
  };
}

/**
 * Speaks a word for the demo school by formant synthesis (Klatt 1980): pulses of a falling pitch, or noise, through three
 * resonances that glide from sound to sound. It is always the same.
 *
 * @param word its sounds; one that is doubled is long
 * @returns a WAV file, 16-bit mono
 */
export function synthesizeWord(word: readonly WordSound[]): Buffer {
  const resonators = [70, 100, 140].map(createResonator);
  const perSound = Math.round((sampleRate * soundMs) / 1000);
  const length = perSound * word.length;
  const samples = new Float64Array(length);
  let [phase, noise] = [0, 1];
  for (let at = 0; at < length; at += 1) {
    const place = Math.floor(at / perSound);
    const sound = sounds[word[place] ?? 'n'];
    const previous = sounds[word[place - 1] ?? word[place] ?? 'n'];
    const glide = Math.min(1, (2 * (at % perSound)) / perSound);
    const between = (index: 0 | 1 | 2 | 3) => previous[index] + (sound[index] - previous[index]) * glide;
    phase += (150 - (50 * at) / length) / sampleRate;
    noise = (noise * 16_807) % 2_147_483_647;
    const pulse = phase >= 1 ? 1 : 0;
    phase %= 1;
    const source = word[place] === 's' ? noise / 2_147_483_647 - 0.5 : pulse;
    const fade = Math.min(1, at / 600, (length - at) / 2_000);
    const filtered = resonators.reduce(
      (signal, resonate, index) => resonate(signal, between(index === 0 ? 0 : index === 1 ? 1 : 2)),
      source,
    );
    samples[at] = filtered * between(3) * fade;
  }
  return encodeWav(samples);
}

function encodeWav(samples: Float64Array): Buffer {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const file = Buffer.alloc(44 + 2 * samples.length);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(2 * sampleRate, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((sample, index) => {
    file.writeInt16LE(Math.round((sample / peak) * 20_000), 44 + 2 * index);
  });
  return file;
}
