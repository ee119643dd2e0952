import {
  apiKeyEvent,
  learnerProgressEvent,
  privacyPolicyEvent,
  secondFactorPolicyEvent,
  userEvent,
  userSessionsEvent,
} from '@khmer-learning/contracts';
import { entitySource, type PresentStateSource } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import type { ApiKeyRow } from './api-keys/api-key.model.ts';
import { toEventState, versionOf } from './api-keys/api-key.service.ts';
import type { PrivacyPolicyRow } from './privacy-policy/privacy-policy.routes.ts';
import { presentProgress } from './progress/learner-progress.ts';
import type { LearnerProgressRow } from './progress/progress.model.ts';
import type { SecondFactorPolicyRow } from './second-factor/second-factor-policy.ts';
import type { BlacklistRow } from './sessions/blacklist.model.ts';
import { toUserSessionsState, toUserState } from './users/user.events.ts';
import type { UserRow } from './users/user.model.ts';

/** Everything that users publishes. Revocations come first: gateways ask about every token until they have them. */
export function usersSources(connection: Connection): readonly PresentStateSource[] {
  /** What was revoked of some users. One of whom nothing was ever revoked has no such event. */
  const revocations: PresentStateSource = {
    collection: 'users',
    async present(rows) {
      const users = (rows as readonly UserRow[]).filter(({ sessions }) => sessions.version > 0);
      const revoked = await connection
        .collection<BlacklistRow>('blacklist')
        .find({ userId: { $in: users.map(({ _id }) => _id) }, expiredAt: { $gt: new Date() } })
        .toArray();
      return users.map((user) => ({
        definition: userSessionsEvent,
        id: user._id,
        version: user.sessions.version,
        state: toUserSessionsState(
          user,
          revoked
            .filter(({ userId }) => userId === user._id)
            .map(({ token, expiredAt }) => ({ sessionId: token, expiresAt: expiredAt })),
        ),
      }));
    },
  };
  const apiKeys: PresentStateSource = {
    collection: 'api_keys',
    present: async (rows) =>
      (rows as readonly ApiKeyRow[]).map((row) => ({
        definition: apiKeyEvent,
        id: row._id,
        version: row.revokedAt === null ? versionOf(row) : versionOf(row) + 1,
        state: row.revokedAt === null ? toEventState(row) : null,
      })),
  };
  const learnerProgress: PresentStateSource = {
    collection: 'learner_progress',
    present: (rows) =>
      Promise.all(
        (rows as readonly LearnerProgressRow[]).map(async (row) => ({
          definition: learnerProgressEvent,
          id: row._id,
          version: row.version,
          state: await presentProgress(connection, row),
        })),
      ),
  };
  return [
    revocations,
    apiKeys,
    entitySource<SecondFactorPolicyRow, typeof secondFactorPolicyEvent>(
      'second_factor_policy',
      secondFactorPolicyEvent,
      ({ requiredOf, from }) => ({ requiredOf, from: from.toISOString() }),
    ),
    entitySource<UserRow, typeof userEvent>('users', userEvent, toUserState),
    learnerProgress,
    entitySource<PrivacyPolicyRow, typeof privacyPolicyEvent>(
      'privacy_policy',
      privacyPolicyEvent,
      ({ text, updatedAt }) => ({ text, updatedAt: updatedAt.toISOString() }),
    ),
  ];
}
