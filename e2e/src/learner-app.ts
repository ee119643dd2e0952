import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  authConfirmEmail,
  authLearnerLogin,
  authRegister,
  type Endpoint,
  fillPath,
  headerNames,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';

interface AppRequest {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Generates an API key in the console's format. */
export function generateApiKey(): string {
  return `khmer_${randomBytes(24).toString('hex')}_${Date.now().toString(36)}`;
}

/** Returns the token of the mailed confirmation link. @throws if there is no mail yet */
async function readConfirmationToken(email: string, mailFolder: string): Promise<string> {
  for (const file of await readdir(mailFolder)) {
    const mail = await readFile(path.join(mailFolder, file), 'utf8');
    const token = /\/confirm-email\/([\w-]+)/.exec(mail)?.[1];
    if (mail.includes(`To: ${email}\n`) && token) return token;
  }
  throw new Error(`No mail to ${email} yet`);
}

/** A learner's app. It has an API key and, after a sign-in, the learner's token. */
export class LearnerApp {
  readonly #url: string;
  readonly #apiKey: string;
  #token: string | undefined;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  /** Registers a learner, confirms the address with the mailed link, and signs in. */
  async signUp(email: string, mailFolder: string): Promise<void> {
    const account = { email, password: 'learns-at-night-2026' };
    const person = { firstName: 'Nary', lastName: 'Sim', role: 'student' };
    await this.call(authRegister, { body: { ...person, ...account } });
    const token = await eventually(() => readConfirmationToken(email, mailFolder));
    await this.call(authConfirmEmail, { body: { token } });
    await this.signIn(account);
  }

  async signIn(account: { email: string; password: string }): Promise<void> {
    this.#token = (await this.call(authLearnerLogin, { body: account })).token;
  }

  /**
   * Calls an endpoint of the contract.
   * @throws Error with the server's response if it is not a success
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
        [headerNames.apiKey]: this.#apiKey,
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
