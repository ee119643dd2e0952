import {
  authChangePassword,
  authForgotPassword,
  authResetPassword,
  messages,
  v1ChangePassword,
} from '@khmer-learning/contracts';
import { mount, signedInLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { PasswordService } from './password.service.ts';

export function mountPasswords(app: FastifyInstance, passwords: PasswordService): void {
  mount(app, authForgotPassword, async (context) => {
    await passwords.forgot(context, context.body.email);
    return { message: 'If this address belongs to an account, a mail with a link is on its way.' };
  });
  mount(app, authResetPassword, async (context) => {
    await passwords.reset(context, context.body);
    return { message: messages.resetPassword.success };
  });
  mount(app, authChangePassword, async (context) => {
    await passwords.change(context, context.body);
    return { message: messages.changePassword.success };
  });
  mount(app, v1ChangePassword, async (context) => {
    const { userId: id } = signedInLearner(context.principal);
    await passwords.change(context, { id, ...context.body });
    return { success: true as const, data: { message: messages.changePassword.success } };
  });
  app.addHook('onClose', () => passwords.idle());
}
