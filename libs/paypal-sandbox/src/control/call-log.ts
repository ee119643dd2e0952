import type { ApiCallName } from '../wire/api-call-names.ts';

/** A received call of the wire API. */
export interface LoggedCall {
  call: ApiCallName;
  /** Path including ids. */
  path: string;
  requestId?: string;
  /** Response status, also when the connection was dropped. */
  status: number;
  at: string;
}

/** Bounds the memory of a sandbox that runs for weeks. */
const maxCalls = 10_000;

/** The most recent calls, oldest first. */
export interface CallLog {
  add(call: LoggedCall): void;
  all(): readonly LoggedCall[];
  clear(): void;
}

/** Creates a log of the last 10,000 calls. */
export function createCallLog(): CallLog {
  let calls: LoggedCall[] = [];
  return {
    add(call) {
      calls.push(call);
      if (calls.length > 2 * maxCalls) calls = calls.slice(-maxCalls);
    },
    all: () => calls.slice(-maxCalls),
    clear() {
      calls = [];
    },
  };
}
