import type { ApiCallName } from '../wire/api-call-names.ts';

/** A call of the wire API as it came in. */
export interface LoggedCall {
  call: ApiCallName;
  /** With the path's ids. */
  path: string;
  requestId?: string;
  /** What was answered, or was to be when the connection was dropped. */
  status: number;
  at: string;
}

/** More would only fill the memory of a sandbox that runs for weeks. */
const maxCalls = 10_000;

/** The last calls, oldest first. */
export interface CallLog {
  add(call: LoggedCall): void;
  all(): readonly LoggedCall[];
  clear(): void;
}

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
