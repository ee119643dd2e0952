import { authConfirmEmail, authRegister, messages } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { UserService } from '../users/user.service.ts';
import type { RegistrationService } from './registration.service.ts';

/** Mounts registration: an admin creates an account directly, anybody else requests one and confirms the address. */
export function registrationRoutes(
  app: FastifyInstance,
  registrations: RegistrationService,
  users: Pick<UserService, 'register'>,
): void {
  mountEndpoint(app, authRegister, async (context) => {
    if (context.actor?.role === 'admin') return { user: await users.register(context, context.body) };
    await registrations.requestRegistration(context, context.body);
    return { message: messages.registration.asked };
  });
  mountEndpoint(app, authConfirmEmail, async (context) => {
    await registrations.confirm(context, context.body.token);
    return { message: messages.registration.confirmed };
  });
}
