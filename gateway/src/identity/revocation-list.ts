import type { EntityEvent } from '@khmer-learning/contracts';
import {
  learnerTokenOptions,
  type StateOf,
  type UserTokenClaims,
  userSessionsEvent,
} from '@khmer-learning/contracts';

interface UserSessions {
  readonly version: number;
  readonly active: boolean;
  readonly epoch: number;
  /** Token ids to the time (epoch milliseconds) at which they expire anyway. */
  readonly revoked: Map<string, number>;
  /** From then on (epoch milliseconds) no token is left that this could concern. */
  readonly purgeAt: number;
}

/** No token lives longer. */
const maxTokenLifetimeMs = learnerTokenOptions.lifetimeSeconds * 1_000;

/** Which tokens of whom are dead. Only users whose state changed within a token's life take up room. */
export interface RevocationList {
  /** Takes in one `user-sessions` event; repeated and older ones change nothing. */
  applyEvent(event: EntityEvent): void;
  isRevoked(claims: UserTokenClaims): boolean;
  /** Drops what concerns expired tokens alone. */
  purgeExpired(): void;
  size(): number;
}

export function createRevocationList(now: () => number = Date.now): RevocationList {
  const users = new Map<string, UserSessions>();

  function toUserSessions(event: EntityEvent): UserSessions {
    const purgeAt = Date.parse(event.occurredAt) + maxTokenLifetimeMs;
    if (event.type === 'deleted')
      return { version: event.version, active: false, epoch: 0, revoked: new Map(), purgeAt };
    const state: StateOf<typeof userSessionsEvent> = userSessionsEvent.state.parse(event.state);
    return {
      version: event.version,
      active: state.active,
      epoch: state.epoch,
      revoked: new Map(state.revoked.map(({ sessionId, expiresAt }) => [sessionId, Date.parse(expiresAt)])),
      purgeAt,
    };
  }

  return {
    applyEvent(event) {
      const known = users.get(event.entityId);
      if (known && known.version >= event.version) return;
      const sessions = toUserSessions(event);
      if (sessions.purgeAt > now()) users.set(event.entityId, sessions);
      else users.delete(event.entityId);
    },
    isRevoked(claims) {
      const sessions = users.get(claims.sub);
      if (!sessions) return false;
      return !sessions.active || claims.epoch < sessions.epoch || sessions.revoked.has(claims.jti);
    },
    purgeExpired() {
      for (const [user, sessions] of users) {
        if (sessions.purgeAt <= now()) users.delete(user);
        else {
          for (const [id, expiresAt] of sessions.revoked) {
            if (expiresAt <= now()) sessions.revoked.delete(id);
          }
        }
      }
    },
    size: () => users.size,
  };
}
