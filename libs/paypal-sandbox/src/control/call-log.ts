import type { CallName } from '../wire/call-names.ts';

/** A call of the wire API as it came in. */
export interface LoggedCall {
  call: CallName;
  /** With the path's ids. */
  path: string;
  requestId?: string;
  /** What was answered, or was to be when the connection was dropped. */
  status: number;
  at: string;
}

/** More would only fill the memory of a sandbox that runs for weeks. */
const mostKept = 10_000;

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
      if (calls.length > 2 * mostKept) calls = calls.slice(-mostKept);
    },
    all: () => calls.slice(-mostKept),
    clear() {
      calls = [];
    },
  };
}
