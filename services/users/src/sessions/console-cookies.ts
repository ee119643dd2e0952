import { sessionTokenOptions } from '@khmer-learning/contracts';
import type { RequestContext } from '@khmer-learning/service-kit';
import type { FastifyReply } from 'fastify';
import type { UsersConfig } from '../config.ts';
import { createHostCookie } from './host-cookie.ts';
import type { ConsoleToken, StartedSession } from './session.service.ts';
import { createTrustedBrowserCookie, type PasswordContext } from './trusted-browser-cookie.ts';

/** The cookies of the console: that of the session, and the one that recognises the browser. */
export type ConsoleCookies = ReturnType<typeof createConsoleCookies>;

export function createConsoleCookies({ PUBLIC_URL, SESSION_SECRETS }: UsersConfig) {
  const session = createHostCookie(PUBLIC_URL, sessionTokenOptions);
  const { createBrowserIdLookup, trust } = createTrustedBrowserCookie(SESSION_SECRETS, PUBLIC_URL);
  const set = (reply: FastifyReply, { token, lifetimeSeconds }: ConsoleToken) =>
    session.set(reply, token, lifetimeSeconds);
  return {
    set,
    clear: session.clear,
    trust,
    /** The context of a call in which somebody proves who they are. */
    withBrowser: <C extends RequestContext & { readonly address: string; readonly reply: FastifyReply }>(
      context: C,
    ): C & PasswordContext => ({
      ...context,
      trustedBrowserIdOf: createBrowserIdLookup(context.reply),
      userAgent: context.reply.request.headers['user-agent'],
    }),
    /** Starts a session in the browser, which is known from now on. @returns the answer of the sign-in */
    start(reply: FastifyReply, started: StartedSession) {
      set(reply, started.session);
      trust(reply, started.user.id);
      return { user: started.user };
    },
  };
}
