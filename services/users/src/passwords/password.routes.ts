import {
  authChangePassword,
  authForgotPassword,
  authResetPassword,
  messages,
  v1ChangePassword,
} from '@khmer-learning/contracts';
import { mountEndpoint, requireLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { ConsoleCookies } from '../sessions/console-cookies.ts';
import type { PasswordService } from './password.service.ts';

export function passwordRoutes(
  app: FastifyInstance,
  passwords: PasswordService,
  cookies: ConsoleCookies,
): void {
  mountEndpoint(app, authForgotPassword, async (context) => {
    await passwords.requestReset(context, context.body.email);
    return { message: 'If this address belongs to an account, we have sent an email with a link to it.' };
  });
  mountEndpoint(app, authResetPassword, async (context) => {
    // The link proves that this browser reads the owner's mail, so wrong attempts from elsewhere no longer delay it.
    const { id, email } = await passwords.reset(context, context.body);
    cookies.trust(context.reply, id);
    return { message: messages.resetPassword.success, ...(email === undefined ? {} : { email }) };
  });
  mountEndpoint(app, authChangePassword, async (context) => {
    await passwords.change(cookies.withBrowser(context), context.body);
    return { message: messages.changePassword.success };
  });
  mountEndpoint(app, v1ChangePassword, async (context) => {
    const { userId: id } = requireLearner(context.principal);
    await passwords.change(context, { id, ...context.body });
    return { success: true as const, data: { message: messages.changePassword.success } };
  });
}
