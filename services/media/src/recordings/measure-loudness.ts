import type { Sound } from './sound.ts';

/** A second-order filter, normalised so that a0 is 1. */
interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** Gating (ITU-R BS.1770-4, annex 1): blocks of 400 ms that overlap by 75 %, so a block is four steps. */
const stepSeconds = 0.1;
const stepsPerBlock = 4;
/** LUFS. */
const absoluteGate = -70;
/** LU below the loudness of what passes the absolute gate. */
const relativeGate = -10;

/**
 * The loudness of a mono sound by ITU-R BS.1770-4 in LUFS, -Infinity for silence: `-0.691 + 10 log10(mean square)` of the
 * K-weighted signal over the blocks that pass both gates. A sound shorter than a block counts as one.
 */
export function measureLoudness({ samples, sampleRate }: Sound): number {
  const step = Math.round(stepSeconds * sampleRate);
  const energies = stepEnergies({ samples, sampleRate }, step);
  const isShort = samples.length < step * stepsPerBlock;
  const powers = isShort
    ? [sum(energies) / samples.length]
    : // A step that is not whole belongs to no block.
      energies.slice(0, Math.floor(samples.length / step)).flatMap((_energy, first, whole) => {
        const block = whole.slice(first, first + stepsPerBlock);
        return block.length === stepsPerBlock ? [sum(block) / (stepsPerBlock * step)] : [];
      });
  const audible = powers.filter((power) => loudnessOf(power) > absoluteGate);
  const gate = loudnessOf(mean(audible)) + relativeGate;
  return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > gate)));
}

function loudnessOf(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

/** The sum of the squares of the K-weighted samples of each step; without arrays of their length, which take much memory. */
function stepEnergies({ samples, sampleRate }: Sound, step: number): number[] {
  const { highShelf, highPass } = kWeighting(sampleRate);
  const [shelve, pass] = [createFilter(highShelf), createFilter(highPass)];
  const energies = new Array<number>(Math.ceil(samples.length / step)).fill(0);
  samples.forEach((sample, index) => {
    const weighted = pass(shelve(sample));
    const at = Math.floor(index / step);
    energies[at] = (energies[at] ?? 0) + weighted * weighted;
  });
  return energies;
}

/**
 * The K-weighting filters for a sampling rate. BS.1770-4 states their coefficients for 48 kHz. These are the analogue
 * prototypes of the same filters (B. De Man, Evaluation of Implementations of the EBU R128 Loudness Measurement, AES
 * Convention 145, 2018), transformed bilinearly.
 */
function kWeighting(sampleRate: number): { highShelf: Biquad; highPass: Biquad } {
  const shelf = { hertz: 1681.974450955533, q: 0.7071752369554196, decibels: 3.999843853973347 };
  const pass = { hertz: 38.13547087602444, q: 0.5003270373238773 };

  const k = Math.tan((Math.PI * shelf.hertz) / sampleRate);
  const high = 10 ** (shelf.decibels / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / shelf.q + k * k;
  const highShelf: Biquad = {
    b: [
      (high + (band * k) / shelf.q + k * k) / a0,
      (2 * (k * k - high)) / a0,
      (high - (band * k) / shelf.q + k * k) / a0,
    ],
    a: [(2 * (k * k - 1)) / a0, (1 - k / shelf.q + k * k) / a0],
  };

  const p = Math.tan((Math.PI * pass.hertz) / sampleRate);
  const p0 = 1 + p / pass.q + p * p;
  const highPass: Biquad = { b: [1, -2, 1], a: [(2 * (p * p - 1)) / p0, (1 - p / pass.q + p * p) / p0] };
  return { highShelf, highPass };
}

/** Creates the function that filters one sample after the other. */
function createFilter({ b: [b0, b1, b2], a: [a1, a2] }: Biquad): (sample: number) => number {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x0) => {
    const y0 = b0 * x0 + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x0;
    y2 = y1;
    y1 = y0;
    return y0;
  };
}
