import { authAppleLogin, authGoogleLogin } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { ProviderSignInService } from './provider-sign-in.service.ts';

/** Makes the routes of a scope accept a form-encoded body besides JSON. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

export function providerSignInRoutes(app: FastifyInstance, providerSignIn: ProviderSignInService): void {
  void app.register(async (scope) => {
    acceptForms(scope);
    mountEndpoint(scope, authAppleLogin, (context) => providerSignIn.signIn(context, 'apple', context.body));
    mountEndpoint(scope, authGoogleLogin, (context) =>
      providerSignIn.signIn(context, 'google', context.body),
    );
  });
}
