import {
  authSchoolAccountCallback,
  authSchoolAccountLink,
  authSchoolAccountLogout,
  authSchoolAccountStart,
  authSignInOptions,
  type SchoolAccountOutcome,
} from '@khmer-learning/contracts';
import { ApiError, mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptForms } from '../provider-sign-in/provider-sign-in.routes.ts';
import type { ConsoleCookies } from '../sessions/console-cookies.ts';
import type { SessionService } from '../sessions/session.service.ts';
import { SchoolAccountRefusal, type SchoolAccountService } from './school-account.service.ts';
import type { SchoolSignInCookie } from './school-sign-in-cookie.ts';

const signInPage = '/';

export function schoolAccountRoutes(
  app: FastifyInstance,
  school: SchoolAccountService,
  sessions: Pick<SessionService, 'signOut'>,
  cookies: ConsoleCookies,
  signIn: SchoolSignInCookie,
): void {
  function pendingLink(reply: FastifyReply) {
    const kept = signIn.read(reply);
    return kept?.step === 'link' ? kept : undefined;
  }

  /** Leads a browser, which would show an error as text, to the sign-in page instead. */
  function redirectWithOutcome(reply: FastifyReply, error: unknown): FastifyReply {
    if (error instanceof ApiError && error.status === 404) throw error;
    const outcome: SchoolAccountOutcome =
      error instanceof SchoolAccountRefusal ? error.outcome : 'unavailable';
    if (outcome === 'unavailable' || outcome === 'refused')
      reply.log.warn({ err: error }, 'Sign-in with the school account failed');
    return reply.redirect(`${signInPage}?school-account=${outcome}`, 303);
  }

  mountEndpoint(app, authSignInOptions, ({ reply }) => ({
    schoolAccount: school.offer,
    linking: pendingLink(reply)?.email ?? null,
  }));

  mountEndpoint(app, authSchoolAccountStart, async (context) => {
    const { reply, query } = context;
    try {
      const { url, begun } = await school.begin(context, query.to, query.prove !== undefined);
      signIn.set(reply, begun);
      return reply.redirect(url, 303);
    } catch (error) {
      return redirectWithOutcome(reply, error);
    }
  });

  mountEndpoint(app, authSchoolAccountCallback, async (context) => {
    const { reply, principal } = context;
    const kept = signIn.read(reply);
    const begun = kept?.step === 'begun' ? kept : undefined;
    const query = new URL(reply.request.url, 'http://callback').searchParams;
    signIn.clear(reply);
    try {
      const done = await school.finish(cookies.withBrowser(context), begun, query);
      if ('step' in done) {
        signIn.set(reply, done);
        return reply.redirect(`${signInPage}?school-account=link`, 303);
      }
      // Whoever proves it anew has one session, not one more.
      if (principal.kind === 'session') await sessions.signOut(context, principal);
      cookies.start(reply, done);
      return reply.redirect(begun?.to ?? signInPage, 303);
    } catch (error) {
      return redirectWithOutcome(reply, error);
    }
  });

  mountEndpoint(app, authSchoolAccountLink, async (context) => {
    const { reply, body } = context;
    const started = await school.link(cookies.withBrowser(context), pendingLink(reply), body);
    signIn.clear(reply);
    return cookies.start(reply, started);
  });

  void app.register(async (scope) => {
    acceptForms(scope);
    mountEndpoint(scope, authSchoolAccountLogout, async (context) => {
      await school.logOut(context, context.body.logout_token);
      return { message: 'Signed out' };
    });
  });
}
