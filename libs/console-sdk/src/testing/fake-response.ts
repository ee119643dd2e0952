/** What a faked gateway answers with; 200 unless told. The body is JSON, or a file when it is a `Blob`. */
export interface FakeResponse {
  readonly status?: number;
  readonly body: unknown;
}
