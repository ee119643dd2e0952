import {
  apiKeyEvent,
  apiKeysCheck,
  apiKeysRecordUsage,
  type EntityEvent,
  eventSubjectFilter,
  sessionsCheck,
  userSessionsEvent,
} from '@khmer-learning/contracts';
import { type Logger, type NatsConnectionManager, watchEvents } from '@khmer-learning/service-kit';
import type { Forwarder } from '../api/forwarder.ts';
import type { GatewayConfig } from '../config.ts';
import { createApiKeys } from './api-keys.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { createKeyUsage } from './key-usage.ts';
import { createRateLimit } from './rate-limit.ts';
import { createRevocations } from './revocations.ts';
import { shareCounts } from './shared-counts.ts';
import { createTokenGuard } from './token-guard.ts';

const forgetEveryMs = 60 * 60_000;

/** Who is who: kept in memory by the events of the users service, which is asked when they stay away. */
export interface Identity {
  readonly authenticate: Authenticate;
  /** Whether everything that was revoked is known. */
  isLive(): boolean;
  stop(): Promise<void>;
}

export interface IdentityOptions {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly nats: NatsConnectionManager;
  readonly users: Pick<Forwarder, 'ask'>;
}

export function openIdentity({ config, logger, nats, users }: IdentityOptions): Identity {
  const trustMs = config.SESSION_TRUST_MS;
  const revocations = createRevocations();
  const confirmedAt = () => feed.confirmedAt();
  const guard = createTokenGuard({
    revocations,
    confirmedAt,
    toldSince: () => feed.createdAt(),
    trustMs,
    async ask({ sub, jti, epoch }) {
      const { valid } = await users.ask(sessionsCheck, { userId: Number(sub), sessionId: jti, epoch });
      return valid;
    },
  });
  const keys = createApiKeys({
    confirmedAt,
    trustMs,
    ask: async (keyHash) => (await users.ask(apiKeysCheck, { keyHash })).id,
  });
  const rateLimit = createRateLimit(config.API_RATE_LIMIT);
  const counts = shareCounts({ rateLimit, nats, logger });
  const usage = createKeyUsage({ report: (used) => users.ask(apiKeysRecordUsage, { used }), logger });

  function learn(event: EntityEvent): void {
    if (event.entity === userSessionsEvent.entity) revocations.learn(event);
    if (event.entity === apiKeyEvent.entity) keys.learn(event);
  }

  const feed = watchEvents({
    nats,
    logger,
    filterSubjects: [eventSubjectFilter(userSessionsEvent), eventSubjectFilter(apiKeyEvent)],
    onEvent: learn,
  });
  const forgetting = setInterval(revocations.forgetExpired, forgetEveryMs);
  forgetting.unref();

  return {
    authenticate: createAuthenticate({
      secrets: config.SESSION_SECRETS,
      publicOrigin: config.PUBLIC_URL,
      guard,
      keys,
      usage,
      rateLimit,
    }),
    isLive: feed.isLive,
    async stop() {
      clearInterval(forgetting);
      counts.stop();
      await Promise.all([usage.stop(), feed.stop()]);
    },
  };
}
