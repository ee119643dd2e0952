import {
  accountPasskeyAdd,
  accountPasskeyBegin,
  accountPasskeyRemove,
  accountPasskeyRename,
  authPasskeyBegin,
  authPasskeySignIn,
  passkeyMessages,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { requireSessionUserId } from '../sessions/require-session.ts';
import type { SessionService } from '../sessions/session.service.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';
import type { TrustedBrowserCookie } from '../sessions/trusted-browser-cookie.ts';
import type { PasskeyService } from './passkeys.service.ts';

/** Mounts the endpoints of the own passkeys, and the sign-in with one. */
export function passkeyRoutes(
  app: FastifyInstance,
  passkeys: PasskeyService,
  sessions: Pick<SessionService, 'signInWithPasskey'>,
  cookie: SessionCookie,
  trustedBrowserCookie: TrustedBrowserCookie,
): void {
  mountEndpoint(app, authPasskeyBegin, async () => passkeys.beginUse());
  mountEndpoint(app, authPasskeySignIn, async (context) => {
    const { reply, body } = context;
    const trustedBrowserIdOf = trustedBrowserCookie.createBrowserIdLookup(reply);
    const userAgent = reply.request.headers['user-agent'];
    const { user, session } = await sessions.signInWithPasskey(
      { ...context, trustedBrowserIdOf },
      body,
      userAgent,
    );
    cookie.set(reply, session);
    trustedBrowserCookie.trust(reply, user.id);
    return { user };
  });
  mountEndpoint(app, accountPasskeyBegin, ({ principal }) =>
    passkeys.beginAdding(requireSessionUserId(principal)),
  );
  mountEndpoint(app, accountPasskeyAdd, async (context) => {
    const recoveryCodes = await passkeys.add(context, context.body);
    return recoveryCodes ? { recoveryCodes } : {};
  });
  mountEndpoint(app, accountPasskeyRename, async ({ principal, params, body }) => {
    await passkeys.rename(requireSessionUserId(principal), params.id, body.name);
    return { message: passkeyMessages.renamed };
  });
  mountEndpoint(app, accountPasskeyRemove, async (context) => {
    await passkeys.remove(context, context.params.id);
    return { message: passkeyMessages.removed };
  });
}
