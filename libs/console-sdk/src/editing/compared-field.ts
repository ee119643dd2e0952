/** One field of an item that two users changed, with the value of each. */
export interface ComparedField {
  readonly label: string;
  /** The stored value. Null when the field does not exist there, such as a section that only one of them added. */
  readonly theirs: string | null;
  readonly yours: string | null;
  /** The values are URLs of pictures. */
  readonly isPicture?: boolean;
  /** A text to show instead of the values, for values that are not readable. */
  readonly remark?: string;
}

/** Compares the stored version of an item with the form's values. */
export interface VersionComparison {
  /** The version that is stored now. */
  readonly version: number;
  /** All fields, including unchanged ones. */
  readonly fields: readonly ComparedField[];
}
