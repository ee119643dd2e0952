/** One field of something that two people changed, as each of them has it. */
export interface ComparedField {
  readonly label: string;
  /** Null where there is no such thing, such as a section that one of them added. */
  readonly theirs: string | null;
  readonly yours: string | null;
  /** The values are addresses of pictures. */
  readonly isPicture?: boolean;
  /** Said in place of the values, where they are not for reading. */
  readonly remark?: string;
}

/** What is stored now beside what is in the form. */
export interface VersionComparison {
  /** The version that is stored now. */
  readonly version: number;
  /** Every field, also those that are the same. */
  readonly fields: readonly ComparedField[];
}
