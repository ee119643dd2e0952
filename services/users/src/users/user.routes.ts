import {
  accountGet,
  accountLanguageUpdate,
  accountUpdate,
  messages,
  usersDelete,
  usersGet,
  usersInvite,
  usersList,
  usersResendInvitation,
  usersSetStatus,
  usersUpdate,
  v1DeleteMe,
} from '@khmer-learning/contracts';
import { ApiError, learnerOf, mountEndpoint, requireLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OwnAccountDeletion } from '../deletions/own-account-deletion.ts';
import { requireSessionUserId } from '../sessions/require-session.ts';
import type { UserService } from './user.service.ts';

/** Mounts the endpoints with which admins manage users, staff change their own account, and learners delete theirs. */
export function userRoutes(
  app: FastifyInstance,
  users: UserService,
  deleteOwnAccount: OwnAccountDeletion,
): void {
  mountEndpoint(app, usersList, ({ query }) => users.list(query));
  mountEndpoint(app, usersGet, ({ params }) => users.get(params.id));
  mountEndpoint(app, usersInvite, (context) => users.invite(context, context.body));
  mountEndpoint(app, usersResendInvitation, (context) => users.resendInvitation(context, context.params.id));
  mountEndpoint(app, accountGet, ({ principal }) => users.get(requireSessionUserId(principal)));
  mountEndpoint(app, accountUpdate, (context) =>
    users.update(context, requireSessionUserId(context.principal), context.body),
  );
  mountEndpoint(app, accountLanguageUpdate, async ({ principal, body }) => {
    await users.setLanguage(requireSessionUserId(principal), body);
    return body;
  });
  mountEndpoint(app, usersUpdate, (context) => users.update(context, context.params.id, context.body));
  mountEndpoint(app, usersSetStatus, (context) =>
    users.setStatus(context, context.params.id, context.body.isActive),
  );
  mountEndpoint(app, usersDelete, async (context) => {
    const { id } = context.params;
    const learner = learnerOf(context.principal);
    if (!learner) {
      await users.remove(context, id);
      return { message: messages.user.deleted };
    }
    if (learner.userId !== id) throw new ApiError(403, messages.auth.forbidden);
    await deleteOwnAccount(context, id);
    return { message: messages.account.deleted };
  });
  mountEndpoint(app, v1DeleteMe, async (context) => {
    await deleteOwnAccount(context, requireLearner(context.principal).userId);
    return { success: true as const, data: { message: messages.account.deleted } };
  });
}
