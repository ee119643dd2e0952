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
