import { setTimeout as sleep } from 'node:timers/promises';
import {
  authConsoleLogin,
  type Endpoint,
  fillPath,
  type RequestOf,
  type ResponseOf,
} from '@khmer-learning/contracts';

/** How often a call is made that the product refuses for now. */
const maxAttempts = 20;

/** A call that failed, with the server's answer. */
export class ApiCallError extends Error {
  override readonly name = 'ApiCallError';
  readonly status: number;

  constructor(endpoint: Endpoint, status: number, body: string) {
    super(`${endpoint.method} ${endpoint.path} answered ${status}: ${body}`);
    this.status = status;
  }
}

/** A console session outside the browser: for demo data, stories and measurements. */
export interface ConsoleClient {
  /** What each request carries: the session cookie and the origin of the console. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Makes one call of the contract; again, when the product is too busy for it and says when to come back.
   *
   * @returns the answer
   * @throws CallError for any answer but a success
   */
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>>;
}

interface UntypedRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/**
 * Signs in to the console through the gateway.
 *
 * @param url the gateway: `http://localhost:8080`
 * @throws CallError when the account is not let in
 */
export async function signInToConsole(
  url: string,
  account: { readonly email: string; readonly password: string },
): Promise<ConsoleClient> {
  const headers: Record<string, string> = { origin: new URL(url).origin };

  async function send(endpoint: Endpoint, { params, query, body }: UntypedRequest): Promise<Response> {
    const address = new URL(fillPath(endpoint.path, params), url);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value));
    const request = {
      method: endpoint.method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    let response = await fetch(address, request);
    for (let tries = 1; tries < maxAttempts && isBusy(response); tries += 1) {
      await response.body?.cancel();
      await sleep(Number(response.headers.get('retry-after')) * 1_000);
      response = await fetch(address, request);
    }
    if (!response.ok) throw new ApiCallError(endpoint, response.status, await response.text());
    return response;
  }

  const signedIn = await send(authConsoleLogin, { body: account });
  headers.cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await signedIn.body?.cancel();
  return {
    headers,
    async call<E extends Endpoint>(endpoint: E, request: RequestOf<E>) {
      return (await (await send(endpoint, request as UntypedRequest)).json()) as ResponseOf<E>;
    },
  };
}

/** Refused for now, with nothing done. */
function isBusy({ status, headers }: Response): boolean {
  return status === 503 && headers.has('retry-after');
}
