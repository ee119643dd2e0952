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
export type CallLog = ReturnType<typeof createCallLog>;

/** Creates a log of the last 10,000 calls. */
export function createCallLog() {
  let calls: LoggedCall[] = [];
  return {
    add(call: LoggedCall): void {
      calls.push(call);
      if (calls.length > 2 * maxCalls) calls = calls.slice(-maxCalls);
    },
    all: (): readonly LoggedCall[] => calls.slice(-maxCalls),
    clear(): void {
      calls = [];
    },
  };
}
