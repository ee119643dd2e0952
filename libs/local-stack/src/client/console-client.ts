import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountProve,
  authConsoleLogin,
  type Endpoint,
  fillPath,
  type RequestOf,
  type ResponseOf,
  specificErrorCodes,
} from '@khmer-learning/contracts';

/** Maximum attempts of a call while the server is busy. */
const maxAttempts = 20;

/** A failed call, with the server's response. */
export class ApiCallError extends Error {
  override readonly name = 'ApiCallError';
  readonly status: number;

  constructor(endpoint: Endpoint, status: number, body: string) {
    super(`${endpoint.method} ${endpoint.path} answered ${status}: ${body}`);
    this.status = status;
  }
}

/** A console session outside the browser: for demo data, end-to-end tests and benchmarks. */
export type ConsoleClient = ReturnType<typeof createConsoleClient>;

export interface UntypedRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/**
 * Calls the console's API through the gateway, with a session that exists.
 *
 * @param url the gateway: `http://localhost:8080`
 * @param cookie the session cookie, `name=value`; without it, calls have no session
 * @param password proves again who is signed in, for calls that need that
 */
export function createConsoleClient(url: string, cookie?: string, password?: string) {
  const headers: Readonly<Record<string, string>> = {
    origin: new URL(url).origin,
    ...(cookie === undefined ? {} : { cookie }),
  };
  async function prove(error: unknown): Promise<void> {
    const isNeeded =
      error instanceof ApiCallError && error.message.includes(specificErrorCodes.proofRequired);
    if (!isNeeded || password === undefined) throw error;
    const proved = await send(url, headers, accountProve, { body: { password } });
    await proved.body?.cancel();
    Object.assign(headers, { cookie: cookieOf(proved) });
  }
  return {
    /** Headers of each request: the session cookie and the console's origin. */
    headers,
    /**
     * Calls an endpoint. Retries after `Retry-After` when the server is busy.
     *
     * @throws ApiCallError for any other response than a success
     */
    async call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>> {
      const sendCall = () => send(url, headers, endpoint, request as UntypedRequest);
      const response = await sendCall().catch((error: unknown) => prove(error).then(sendCall));
      return (await response.json()) as ResponseOf<E>;
    },
  };
}

/** Signs in to the console through the gateway at `url`. @throws ApiCallError when the sign-in fails */
export async function signInToConsole(
  url: string,
  account: { readonly email: string; readonly password: string },
): Promise<ConsoleClient> {
  const { headers } = createConsoleClient(url);
  const signedIn = await send(url, headers, authConsoleLogin, { body: account });
  await signedIn.body?.cancel();
  return createConsoleClient(url, cookieOf(signedIn), account.password);
}

/** The session cookie that a response sets, `name=value`. */
const cookieOf = ({ headers }: Response) => headers.getSetCookie()[0]?.split(';')[0];

async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  endpoint: Endpoint,
  { params, query, body }: UntypedRequest,
): Promise<Response> {
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

/** The server is busy and has changed nothing. */
function isBusy({ status, headers }: Response): boolean {
  return status === 503 && headers.has('retry-after');
}
