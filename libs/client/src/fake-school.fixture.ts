import type { Fetch } from './platform.ts';

export interface ReceivedCall {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
}

/** A school whose API the test plays, without a network. */
export interface FakeSchool {
  readonly received: ReceivedCall[];
  readonly fetch: Fetch;
  /** The received calls of a path, without its query. */
  sent(path: string): readonly ReceivedCall[];
}

export const schoolUrl = 'https://school.example';

/** @param answer answers each call; an error that it throws breaks the connection */
export function createFakeSchool(answer: (call: ReceivedCall) => Answer | Promise<Answer>): FakeSchool {
  const received: ReceivedCall[] = [];
  return {
    received,
    sent: (path) => received.filter((call) => call.path.split('?')[0] === path),
    async fetch(url, { method, headers, body, signal }) {
      const call = {
        method,
        path: url.slice(schoolUrl.length),
        headers,
        body: body === undefined ? undefined : JSON.parse(body),
      };
      received.push(call);
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
      const {
        status = 200,
        headers: sent = {},
        body: text = {},
      } = await Promise.race([answer(call), aborted]);
      return {
        status,
        headers: new Headers(sent),
        text: async () => (typeof text === 'string' ? text : JSON.stringify(text)),
      };
    },
  };
}
