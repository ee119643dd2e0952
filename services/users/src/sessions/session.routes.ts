import {
  accountSessionsList,
  accountSignOut,
  authConsoleLogin,
  authLearnerLogin,
  authLogout,
  authRefreshToken,
  authSession,
  messages,
  sessionsCheck,
  staffNameGet,
  v1Logout,
  v1Me,
} from '@khmer-learning/contracts';
import { ApiError, mountEndpoint, requireLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { ConsoleCookies } from './console-cookies.ts';
import { requireSession } from './require-session.ts';
import type { SessionService } from './session.service.ts';

/** Mounts sign-in, sign-out and session endpoints of the console and of learners, and the gateway's session check. */
export function sessionRoutes(app: FastifyInstance, sessions: SessionService, cookies: ConsoleCookies): void {
  mountEndpoint(app, authConsoleLogin, async (context) =>
    cookies.start(context.reply, await sessions.signInToConsole(cookies.withBrowser(context), context.body)),
  );
  mountEndpoint(app, authSession, async ({ principal, reply }) => {
    const { renewed, ...session } = await sessions.continueSession(requireSession(principal));
    if (renewed) cookies.set(reply, renewed);
    return session;
  });
  mountEndpoint(app, accountSessionsList, async ({ principal }) => ({
    sessions: await sessions.list(requireSession(principal)),
  }));
  mountEndpoint(app, accountSignOut, async (context) => {
    const { userId, sessionId } = requireSession(context.principal);
    const { session } = context.body;
    if (session === 'all') await sessions.signOutEverywhere(context, userId);
    else await sessions.signOutOne(context, { userId, sessionId: session });
    if (session === 'all' || session === sessionId) cookies.clear(context.reply);
    const { sessionsEnded, sessionEnded } = messages.account;
    return { message: session === 'all' ? sessionsEnded : sessionEnded };
  });
  mountEndpoint(app, authLogout, async (context) => {
    await sessions.signOut(context, requireSession(context.principal));
    cookies.clear(context.reply);
    return { message: messages.signOut.success };
  });
  mountEndpoint(app, authLearnerLogin, (context) => sessions.signInAsLearner(context, context.body));
  mountEndpoint(app, authRefreshToken, (context) => sessions.refresh(context, context.body.refreshToken));
  mountEndpoint(app, v1Me, async ({ principal }) => {
    const { userId } = requireLearner(principal);
    return { success: true as const, data: await sessions.getLearner(userId) };
  });
  mountEndpoint(app, v1Logout, async (context) => {
    const { userId, sessionId, sessionExpiresAt } = requireLearner(context.principal);
    if (sessionId === undefined || sessionExpiresAt === undefined) {
      throw new ApiError(401, messages.auth.unauthenticated);
    }
    await sessions.signOut(context, { userId, sessionId, sessionExpiresAt });
    return { success: true as const, data: { message: messages.signOut.success } };
  });
  mountEndpoint(app, sessionsCheck, ({ body }) => sessions.check(body));
  mountEndpoint(app, staffNameGet, async ({ body }) => {
    const { user } = await sessions.getSession(body.userId);
    const { firstName, lastName } = user;
    return { name: `${firstName} ${lastName}`.trim() };
  });
}
