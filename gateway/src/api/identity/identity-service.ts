import {
  apiKeyEvent,
  apiKeysCheck,
  apiKeysRecordUsage,
  concernsRole,
  type EntityEvent,
  eventSubjectFilter,
  type StateOf,
  secondFactorPolicyEvent,
  sessionsCheck,
  userSessionsEvent,
} from '@khmer-learning/contracts';
import { type Logger, type NatsConnectionManager, watchEvents } from '@khmer-learning/service-kit';
import type { GatewayConfig } from '../../config.ts';
import type { Forwarder } from '../upstreams/forwarder.ts';
import { createApiKeyResolver } from './api-key-resolver.ts';
import { createApiKeyUsageReporter } from './api-key-usage-reporter.ts';
import { createAuthenticator } from './authenticator.ts';
import { startRateLimitSync } from './rate-limit-sync.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRevocationList } from './revocation-list.ts';
import { createTokenValidator } from './user-token-verifier.ts';

const purgeIntervalMs = 60 * 60_000;

/** Authenticates callers from in-memory state, updated by events of the users service. Falls back to asking it. */
export function createIdentityService(deps: {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly nats: NatsConnectionManager;
  readonly users: Pick<Forwarder, 'callInternal'>;
  /** Called when sessions of a user may have ended. */
  readonly onSessionsChanged: (userId: number) => void;
}) {
  const { config, logger, nats, users, onSessionsChanged } = deps;
  const maxStalenessMs = config.REVOCATION_MAX_STALENESS_MS;
  const revocationList = createRevocationList();
  let policy: StateOf<typeof secondFactorPolicyEvent> = { requiredOf: 'off', from: '' };
  const confirmedAt = () => feed.confirmedAt();
  const tokenValidator = createTokenValidator({
    revocations: revocationList,
    confirmedAt,
    maxStalenessMs,
    introspect: ({ sub, jti, epoch }) =>
      users.callInternal(sessionsCheck, { userId: Number(sub), sessionId: jti, epoch }),
    requiresSecondFactor: (role) =>
      concernsRole(policy.requiredOf, role) && Date.parse(policy.from) <= Date.now(),
  });
  const apiKeys = createApiKeyResolver({
    confirmedAt,
    maxStalenessMs,
    lookUpKey: (keyHash) => users.callInternal(apiKeysCheck, { keyHash }),
  });
  const onDelta = () => rateLimitSync.publishSoon();
  const keyLimiter = createRateLimiter<number>({ onDelta });
  const callerLimiter = createRateLimiter<string>({ onDelta });
  const rateLimitSync = startRateLimitSync({ keys: keyLimiter, callers: callerLimiter, nats, logger });
  const apiKeyUsage = createApiKeyUsageReporter({
    report: (used) => users.callInternal(apiKeysRecordUsage, { used }),
    logger,
  });

  function applyEvent(event: EntityEvent): void {
    if (event.entity === userSessionsEvent.entity) {
      revocationList.applyEvent(event);
      onSessionsChanged(Number(event.entityId));
    }
    if (event.entity === apiKeyEvent.entity) apiKeys.applyEvent(event);
    if (event.entity === secondFactorPolicyEvent.entity)
      policy = secondFactorPolicyEvent.state.parse(event.state);
  }

  const feed = watchEvents({
    nats,
    logger,
    owner: 'users',
    filterSubjects: [userSessionsEvent, apiKeyEvent, secondFactorPolicyEvent].map(eventSubjectFilter),
    onEvent: applyEvent,
  });
  const purgeTimer = setInterval(revocationList.purgeExpired, purgeIntervalMs);
  purgeTimer.unref();

  return {
    authenticate: createAuthenticator({
      secrets: config.SESSION_SECRETS,
      publicOrigin: config.PUBLIC_URL,
      tokenValidator,
      apiKeys,
      keyLimiter,
      callerLimiter,
      defaultKeyQuota: config.API_RATE_LIMIT,
      callerQuota: config.API_CALLER_RATE_LIMIT,
    }),
    recordApiKeyUse: apiKeyUsage.recordUse,
    /** Whether all revocations up to now are known. */
    isFeedLive: feed.isLive,
    async stop(): Promise<void> {
      clearInterval(purgeTimer);
      rateLimitSync.stop();
      await Promise.all([apiKeyUsage.stop(), feed.stop()]);
    },
  };
}
