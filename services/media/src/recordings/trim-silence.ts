import { FileRejectedError } from '../decoders/file-rejected-error.ts';
import type { Sound } from './sound.ts';

/** The level is measured in pieces of this length, in seconds. */
const frameSeconds = 0.01;
/** Kept before and after the sound, in seconds. */
const keptSeconds = 0.05;
/** Faded in and out, so that the cut cannot be heard; part of what is kept. In seconds. */
const fadeSeconds = 0.005;

/** Below this level, in dBFS, nothing can be heard even after normalisation. */
const silentLevel = -60;
/** Of digital silence, in dBFS. */
const lowestLevel = -120;
/** A piece is sound if it is louder than the background noise by this many decibels … */
const aboveNoise = 10;
/** … or not quieter than the loudest piece by more than the second; always if not quieter by more than the first. */
const belowLoudest = { certain: 20, possible: 40 };
/** The share of pieces that are at most as loud as the background noise. */
const noiseShare = 0.1;

/**
 * Removes the silence before and after a sound, but for 50 ms, and the offset of the microphone, in place: samples of a
 * minute take much memory. @throws FileRejectedError `recordingSilent` when nothing can be heard
 */
export function trimSilence(sound: Sound): Sound {
  const { sampleRate, samples } = sound;
  removeOffset(samples);
  const frame = Math.max(1, Math.round(frameSeconds * sampleRate));
  const levels = measureLevels(samples, frame);
  const loudest = levels.reduce((most, level) => Math.max(most, level), Number.NEGATIVE_INFINITY);
  if (loudest < silentLevel) throw new FileRejectedError('recordingSilent');
  const noise = [...levels].sort((one, other) => one - other)[Math.floor(levels.length * noiseShare)] ?? 0;
  const threshold = Math.min(
    Math.max(noise + aboveNoise, loudest - belowLoudest.possible),
    loudest - belowLoudest.certain,
  );
  const isSound = (level: number) => level >= threshold;
  const margin = Math.round(keptSeconds * sampleRate);
  const start = Math.max(0, levels.findIndex(isSound) * frame - margin);
  const end = Math.min(samples.length, (levels.findLastIndex(isSound) + 1) * frame + margin);
  const kept = samples.subarray(start, end);
  fade(kept, Math.round(fadeSeconds * sampleRate));
  return { sampleRate, samples: kept };
}

function removeOffset(samples: Float32Array): void {
  const offset = samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length);
  samples.forEach((sample, index) => {
    samples[index] = sample - offset;
  });
}

function measureLevels(samples: Float32Array, frame: number): number[] {
  return Array.from({ length: Math.ceil(samples.length / frame) }, (_, index) => {
    const piece = samples.subarray(index * frame, (index + 1) * frame);
    const power = piece.reduce((sum, sample) => sum + sample * sample, 0) / piece.length;
    return Math.max(lowestLevel, 10 * Math.log10(power));
  });
}

function fade(samples: Float32Array, length: number): void {
  samples.forEach((sample, index) => {
    samples[index] = sample * Math.min(1, (index + 1) / length, (samples.length - index) / length);
  });
}
