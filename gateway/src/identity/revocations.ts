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
  readonly forgetAt: number;
}

/** No token lives longer. */
const longestTokenMs = learnerTokenOptions.lifetimeSeconds * 1_000;

/** Which tokens of whom are dead. Only users whose state changed within a token's life take up room. */
export interface Revocations {
  /** Takes in one `user-sessions` event; repeated and older ones change nothing. */
  learn(event: EntityEvent): void;
  isRevoked(claims: UserTokenClaims): boolean;
  /** Drops what concerns expired tokens alone. */
  forgetExpired(): void;
  size(): number;
}

export function createRevocations(now: () => number = Date.now): Revocations {
  const users = new Map<string, UserSessions>();

  function sessionsOf(event: EntityEvent): UserSessions {
    const forgetAt = Date.parse(event.occurredAt) + longestTokenMs;
    if (event.type === 'deleted')
      return { version: event.version, active: false, epoch: 0, revoked: new Map(), forgetAt };
    const state: StateOf<typeof userSessionsEvent> = userSessionsEvent.state.parse(event.state);
    return {
      version: event.version,
      active: state.active,
      epoch: state.epoch,
      revoked: new Map(state.revoked.map(({ sessionId, expiresAt }) => [sessionId, Date.parse(expiresAt)])),
      forgetAt,
    };
  }

  return {
    learn(event) {
      const known = users.get(event.entityId);
      if (known && known.version >= event.version) return;
      const sessions = sessionsOf(event);
      if (sessions.forgetAt > now()) users.set(event.entityId, sessions);
      else users.delete(event.entityId);
    },
    isRevoked(claims) {
      const sessions = users.get(claims.sub);
      if (!sessions) return false;
      return !sessions.active || claims.epoch < sessions.epoch || sessions.revoked.has(claims.jti);
    },
    forgetExpired() {
      for (const [user, sessions] of users) {
        if (sessions.forgetAt <= now()) users.delete(user);
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
