import type { Signal } from './platform.ts';

/** One row of the generated table. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` stands for a parameter. */
  readonly path: string;
  /** `public` calls are sent without the key and the learner's token. */
  readonly access: 'public' | 'apiKey' | 'learner';
  /** A second execution is harmless, so that the call is repeated after an unclear failure. */
  readonly repeatable?: true;
  /** It is sent with an `Idempotency-Key`, so that a repetition counts once. */
  readonly idempotencyKey?: true;
  /** The response is `{success, data}`, and the caller gets `data`. */
  readonly envelope?: true;
  /** The response has the tokens of a learner, who is then signed in. */
  readonly signsIn?: true;
}

/** Parameters, query and body of a call in one object. */
export type CallRequest = Readonly<Record<string, unknown>>;

/** The request of a call that takes nothing. */
export type NoRequest = Record<string, never>;

export interface CallOptions {
  /** Aborts the call, and its waiting before another try. The call then throws the signal's reason. */
  readonly signal?: Signal | undefined;
  /** Milliseconds for each try; default: `timeoutMs` of the client. */
  readonly timeoutMs?: number | undefined;
  /**
   * 1 to 255 visible ASCII characters that make a submission count once, also when the app repeats it later; default: a new
   * random key for each call.
   */
  readonly idempotencyKey?: string | undefined;
}

/** A page of a list. */
export interface Page<Row> {
  data: Row[];
  /** Number of all matches, not only of this page. */
  total: number;
  /** `total` is an estimate. */
  totalIsEstimate?: true | undefined;
  /** The `cursor` of the next page; absent on the last one. */
  nextCursor?: string | undefined;
}
