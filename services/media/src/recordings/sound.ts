/** A mono sound. */
export interface Sound {
  /** Hertz. */
  readonly sampleRate: number;
  /** Amplitudes; full scale is -1 to 1. */
  readonly samples: Float32Array;
}

/** Why a recording is rejected. */
export type RecordingRejectionReason =
  | 'recordingUnsupported'
  | 'recordingBroken'
  | 'recordingTooLong'
  | 'recordingSilent';

/** The error for a sound that cannot be stored as a recording. */
export class RecordingRejectedError extends Error {
  readonly reason: RecordingRejectionReason;

  constructor(reason: RecordingRejectionReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The amplitude of a level in decibels relative to full scale. */
export function amplitudeOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** Mixes channels of the same length to one by their mean. */
export function mixToMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = channels;
  if (others.length === 0) return first;
  return first.map((sample, index) => {
    const sum = others.reduce((total, channel) => total + (channel[index] ?? 0), sample);
    return sum / channels.length;
  });
}
