import { measureLoudness } from './measure-loudness.ts';
import { amplitudeOf, type Sound } from './sound.ts';

/** LUFS. */
const targetLoudness = -16;
/** dBFS. Encoding as MP3 and what lies between the samples add up to 1 dB, so that peaks stay below -1 dBFS. */
const maxPeak = -2;
/** How far ahead, in seconds, the gain is lowered before a peak. */
const lookAheadSeconds = 0.005;
/** Limiting the peaks makes a sound quieter, so the gain is raised again, this many times at most. */
const maxRounds = 4;
/** LU. */
const tolerance = 0.1;
/** Decibels by which the gain may exceed the one without limited peaks: more would distort. */
const maxCorrection = 6;

/** Brings a sound to -16 LUFS, its peaks limited to -2 dBFS; quieter if its peaks are much louder than its mean. */
export function normaliseLoudness({ samples, sampleRate }: Sound): Sound {
  const loudness = measureLoudness({ samples, sampleRate });
  let correction = 0;
  for (let round = 1; ; round += 1) {
    const gain = amplitudeOf(targetLoudness - loudness + correction);
    const limited = { sampleRate, samples: samples.map((sample) => sample * gain) };
    limitPeaks(limited.samples, Math.round(lookAheadSeconds * sampleRate));
    const missing = targetLoudness - measureLoudness(limited);
    if (round === maxRounds || Math.abs(missing) < tolerance || correction >= maxCorrection) return limited;
    correction = Math.min(maxCorrection, correction + missing);
  }
}

/**
 * Lowers the gain around peaks: the mean, over the look-ahead on both sides, of the lowest gain that any sample within the
 * look-ahead needs. So every peak is within the limit, and the gain never jumps. Changes the samples in place.
 */
function limitPeaks(samples: Float32Array, lookAhead: number): void {
  const limit = amplitudeOf(maxPeak);
  const needed = samples.map((sample) => Math.min(1, limit / Math.abs(sample)));
  if (needed.every((gain) => gain === 1)) return;
  const lowest = slidingMinimum(needed, lookAhead);
  // The mean of the lowest gains in reach, as a running sum.
  let sum = 0;
  let count = 0;
  for (let end = 0; end < samples.length + lookAhead; end += 1) {
    const [added, removed] = [lowest[end], lowest[end - 2 * lookAhead - 1]];
    sum += (added ?? 0) - (removed ?? 0);
    count += (added === undefined ? 0 : 1) - (removed === undefined ? 0 : 1);
    const centre = end - lookAhead;
    if (centre >= 0) samples[centre] = (samples[centre] ?? 0) * (sum / count);
  }
}

/** The minimum of each value and of `reach` values on both sides, in linear time. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const result = new Float32Array(values.length);
  // Positions of values that may still be a minimum, in ascending order of position and value.
  const candidates: number[] = [];
  let first = 0;
  for (let end = 0; end < values.length + reach; end += 1) {
    const value = values[end];
    if (value !== undefined) {
      while (candidates.length > first && (values[candidates.at(-1) ?? 0] ?? 0) >= value) candidates.pop();
      candidates.push(end);
    }
    const centre = end - reach;
    while ((candidates[first] ?? centre) < centre - reach) first += 1;
    if (centre >= 0) result[centre] = values[candidates[first] ?? centre] ?? 1;
  }
  return result;
}
