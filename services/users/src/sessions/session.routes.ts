import {
  authConsoleLogin,
  authLearnerLogin,
  authLogout,
  authSession,
  messages,
  sessionsCheck,
  v1Logout,
  v1Me,
} from '@khmer-learning/contracts';
import { ApiError, mountEndpoint, requireLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { SessionService } from './session.service.ts';
import type { SessionCookie } from './session-cookie.ts';
import { sessionOf, signedInUserId } from './signed-in.ts';
import type { TrustedBrowsers } from './trusted-browser.ts';

export function mountSessions(
  app: FastifyInstance,
  sessions: SessionService,
  cookie: SessionCookie,
  browsers: TrustedBrowsers,
): void {
  mountEndpoint(app, authConsoleLogin, async (context) => {
    const { reply, body } = context;
    const browserOf = browsers.browserOf(reply);
    const { user, token } = await sessions.signInToConsole({ ...context, browserOf }, body);
    cookie.set(reply, token);
    browsers.trust(reply, user.id);
    return { user };
  });
  mountEndpoint(app, authSession, async ({ principal }) => ({
    user: await sessions.whoIs(signedInUserId(principal)),
  }));
  mountEndpoint(app, authLogout, async (context) => {
    await sessions.signOut(context, sessionOf(context.principal));
    cookie.clear(context.reply);
    return { message: messages.signOut.success };
  });
  mountEndpoint(app, authLearnerLogin, (context) => sessions.signInAsLearner(context, context.body));
  mountEndpoint(app, v1Me, async ({ principal }) => {
    const { userId } = requireLearner(principal);
    return { success: true as const, data: await sessions.whoIs(userId) };
  });
  mountEndpoint(app, v1Logout, async (context) => {
    const { userId, sessionId, sessionExpiresAt } = requireLearner(context.principal);
    if (sessionId === undefined || sessionExpiresAt === undefined) {
      throw new ApiError(401, messages.auth.unauthenticated);
    }
    await sessions.signOut(context, { userId, sessionId, sessionExpiresAt });
    return { success: true as const, data: { message: messages.signOut.success } };
  });
  mountEndpoint(app, sessionsCheck, async ({ body }) => ({ valid: await sessions.isGood(body) }));
}
