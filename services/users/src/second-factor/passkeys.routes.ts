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
import type { ConsoleCookies } from '../sessions/console-cookies.ts';
import { requireSessionUserId } from '../sessions/require-session.ts';
import type { SessionService } from '../sessions/session.service.ts';
import type { PasskeyService } from './passkeys.service.ts';

export function passkeyRoutes(
  app: FastifyInstance,
  passkeys: PasskeyService,
  sessions: Pick<SessionService, 'signInWithPasskey'>,
  cookies: ConsoleCookies,
): void {
  mountEndpoint(app, authPasskeyBegin, async () => passkeys.beginUse());
  mountEndpoint(app, authPasskeySignIn, async (context) =>
    cookies.start(
      context.reply,
      await sessions.signInWithPasskey(cookies.withBrowser(context), context.body),
    ),
  );
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
