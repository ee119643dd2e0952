export interface Sound {
  /** Hertz. */
  readonly sampleRate: number;
  /** Amplitudes; full scale is -1 to 1. */
  readonly samples: Float32Array;
}

/** The amplitude of a level in decibels relative to full scale. */
export function amplitudeOf(decibels: number): number {
  return 10 ** (decibels / 20);
}
