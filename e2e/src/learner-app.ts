import { randomBytes } from 'node:crypto';
import {
  authLogin,
  authRegister,
  type Endpoint,
  fillPath,
  headers,
  type ResponseOf,
} from '@khmer-learning/contracts';

interface AppRequest {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** An API key of the form that the console gives one. */
export function newApiKey(): string {
  return `khmer_${randomBytes(24).toString('hex')}_${Date.now().toString(36)}`;
}

/** An app for learners: it knows an API key and, once somebody has signed in, their token. */
export class LearnerApp {
  readonly #url: string;
  readonly #apiKey: string;
  #token: string | undefined;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  /** Makes an account for a learner and signs them in. */
  async signUp(email: string): Promise<void> {
    const account = { email, password: 'learns-at-night-2026' };
    const person = { firstName: 'Nary', lastName: 'Sim', role: 'student' };
    await this.call(authRegister, { body: { ...person, ...account } });
    this.#token = (await this.call(authLogin, { body: account })).token;
  }

  /**
   * Makes one call of the contract.
   * @throws Error with the server's answer for any answer but a success
   */
  async call<E extends Endpoint>(
    endpoint: E,
    { params, query, body }: AppRequest = {},
  ): Promise<ResponseOf<E>> {
    const address = new URL(fillPath(endpoint.path, params), this.#url);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    const response = await fetch(address, {
      method: endpoint.method,
      headers: {
        [headers.apiKey]: this.#apiKey,
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${endpoint.path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as ResponseOf<E>;
  }
}
