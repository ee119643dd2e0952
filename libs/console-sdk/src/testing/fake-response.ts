/** A mocked response. The status defaults to 200. The body is sent as JSON, or as a file when it is a `Blob`. */
export interface FakeResponse {
  readonly status?: number;
  readonly body: unknown;
}
