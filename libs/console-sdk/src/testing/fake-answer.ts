/** What a faked gateway answers with; 200 unless told. */
export interface Answer {
  readonly status?: number;
  readonly body: unknown;
}
