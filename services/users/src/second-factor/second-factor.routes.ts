import {
  accountCodesBegin,
  accountCodesConfirm,
  accountCodesRemove,
  accountProve,
  accountRecoveryCodesRenew,
  accountSecondFactorGet,
  secondFactorMessages,
  secondFactorPolicyGet,
  secondFactorPolicyUpdate,
  usersResetSecondFactor,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { ConsoleCookies } from '../sessions/console-cookies.ts';
import { requireSession, requireSessionUserId } from '../sessions/require-session.ts';
import type { SessionService } from '../sessions/session.service.ts';
import type { PasskeyService } from './passkeys.service.ts';
import type { SecondFactorService } from './second-factor.service.ts';
import type { SecondFactorPolicyService } from './second-factor-policy.ts';

export function secondFactorRoutes(
  app: FastifyInstance,
  deps: {
    readonly secondFactor: SecondFactorService;
    readonly policy: SecondFactorPolicyService;
    readonly passkeys: Pick<PasskeyService, 'prove'>;
    readonly sessions: Pick<SessionService, 'renewProof'>;
    readonly cookies: ConsoleCookies;
  },
): void {
  const { secondFactor, policy, passkeys, sessions, cookies } = deps;
  mountEndpoint(app, accountSecondFactorGet, ({ principal }) =>
    secondFactor.get(requireSessionUserId(principal)),
  );
  mountEndpoint(app, accountCodesBegin, ({ principal }) =>
    secondFactor.beginCodes(requireSessionUserId(principal)),
  );
  mountEndpoint(app, accountCodesConfirm, async (context) => ({
    recoveryCodes: await secondFactor.confirmCodes(cookies.withBrowser(context), context.body.code),
  }));
  mountEndpoint(app, accountCodesRemove, async (context) => {
    await secondFactor.removeCodes(context);
    return { message: secondFactorMessages.codesRemoved };
  });
  mountEndpoint(app, accountRecoveryCodesRenew, async (context) => ({
    recoveryCodes: await secondFactor.renewRecoveryCodes(context),
  }));
  mountEndpoint(app, usersResetSecondFactor, async (context) => {
    await secondFactor.reset(context, context.params.id);
    return { message: secondFactorMessages.reset };
  });
  mountEndpoint(app, secondFactorPolicyGet, () => policy.get());
  mountEndpoint(app, secondFactorPolicyUpdate, (context) => policy.update(context, context.body));
  mountEndpoint(app, accountProve, async (context) => {
    const { body } = context;
    const proved = cookies.withBrowser(context);
    const proof = await (body.passkey
      ? passkeys.prove(proved, body.passkey)
      : secondFactor.prove(proved, body));
    cookies.set(context.reply, await sessions.renewProof(context, requireSession(context.principal), proof));
    return { message: secondFactorMessages.proved };
  });
}
