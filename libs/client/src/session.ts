import { KhmerLearningApiError } from './api-error.ts';
import { platform } from './platform.ts';
import { parseJson } from './send.ts';
import type { Storage } from './storage.ts';

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/** A learner's sign-in. `id` stays the same when the tokens are refreshed. */
export interface Session extends Tokens {
  readonly id: string;
}

export interface SessionsOptions {
  readonly storage: Storage;
  /** Prefix of the key. */
  readonly name: string;
  /** Exchanges a refresh token. */
  readonly requestTokens: (refreshToken: string) => Promise<Tokens>;
  /** Forgets what was read for a learner. */
  readonly dropResponses: () => Promise<void>;
  readonly onSessionEnd: (() => void) | undefined;
}

/** The sign-in of the app. It is read from the storage for each call, because other tabs change it, too. */
export interface Sessions {
  read(): Promise<Session | undefined>;
  start(tokens: Tokens): Promise<void>;
  end(): Promise<void>;
  /**
   * New tokens for a sign-in whose token was refused. Concurrent calls, also of other tabs, share one refresh.
   *
   * @returns undefined when the sign-in has ended, or another one has taken its place
   * @throws KhmerLearningApiError when the server cannot be asked now
   */
  refresh(used: Session): Promise<Session | undefined>;
}

/** Statuses with which the API refuses a refresh token for good. */
const refusedStatuses: readonly number[] = [400, 401, 403];

export function createSessions(options: SessionsOptions): Sessions {
  const { storage, name, requestTokens, dropResponses, onSessionEnd } = options;
  const key = `${name}.session`;
  let running: Promise<Session | undefined> | undefined;

  async function read(): Promise<Session | undefined> {
    const session = parseJson((await storage.getItem(key)) ?? '') as Partial<Session> | null | undefined;
    const { id, token, refreshToken } = session ?? {};
    return id && token && refreshToken ? { id, token, refreshToken } : undefined;
  }

  async function write({ id, token, refreshToken }: Session): Promise<void> {
    await storage.setItem(key, JSON.stringify({ id, token, refreshToken }));
  }

  async function end(): Promise<void> {
    await storage.removeItem(key);
    await dropResponses();
  }

  async function refresh(used: Session): Promise<Session | undefined> {
    const current = await read();
    if (current?.id !== used.id) return undefined;
    // Another call or tab was first.
    if (current.token !== used.token) return current;
    const tokens = await requestTokens(current.refreshToken).catch((error: unknown) => {
      if (error instanceof KhmerLearningApiError && refusedStatuses.includes(error.status)) return undefined;
      throw error;
    });
    // The learner may have signed out, or another one in, while the server answered.
    if ((await read())?.id !== used.id) return undefined;
    if (tokens === undefined) {
      await end();
      onSessionEnd?.();
      return undefined;
    }
    const next = { ...tokens, id: used.id };
    await write(next);
    return next;
  }

  return {
    read,
    end,
    async start(tokens) {
      if (await read()) await dropResponses();
      const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
      await write({ ...tokens, id });
    },
    async refresh(used) {
      const { locks } = platform.navigator ?? {};
      const start = () => (locks ? locks.request(`${name}.refresh`, () => refresh(used)) : refresh(used));
      running ??= start().finally(() => {
        running = undefined;
      });
      const next = await running;
      return next?.id === used.id ? next : undefined;
    },
  };
}
