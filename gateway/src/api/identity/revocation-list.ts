import {
  type EntityEvent,
  learnerTokenOptions,
  type StateOf,
  sessionTokenOptions,
  type UserTokenClaims,
  userSessionsEvent,
} from '@khmer-learning/contracts';

interface UserSessions {
  readonly version: number;
  readonly active: boolean;
  readonly epoch: number;
  /** Expiry (epoch milliseconds) of each revoked token, by token id. */
  readonly revoked: Map<string, number>;
  /** From this time (epoch milliseconds) on, all tokens that this entry could concern have expired. */
  readonly purgeAt: number;
}

/** The longest lifetime of any token. */
const maxTokenLifetimeMs =
  Math.max(sessionTokenOptions.lifetimeSeconds, learnerTokenOptions.lifetimeSeconds) * 1_000;

/** The revoked tokens. It stores only users whose sessions changed within a token's lifetime. */
export type RevocationList = ReturnType<typeof createRevocationList>;

/** Creates an empty list; events fill it. `now` gives epoch milliseconds. */
export function createRevocationList(now: () => number = Date.now) {
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
    /** Applies a `user-sessions` event. Duplicates and older versions are ignored. */
    applyEvent(event: EntityEvent): void {
      const known = users.get(event.entityId);
      if (known && known.version >= event.version) return;
      const sessions = toUserSessions(event);
      if (sessions.purgeAt > now()) users.set(event.entityId, sessions);
      else users.delete(event.entityId);
    },
    /** Whether the token is known to be revoked, by its id, its epoch or a deactivated account. */
    isRevoked(claims: UserTokenClaims): boolean {
      const sessions = users.get(claims.sub);
      if (!sessions) return false;
      return !sessions.active || claims.epoch < sessions.epoch || sessions.revoked.has(claims.jti);
    },
    /** Removes entries that concern only expired tokens. */
    purgeExpired(): void {
      for (const [user, sessions] of users) {
        if (sessions.purgeAt <= now()) users.delete(user);
        else {
          for (const [id, expiresAt] of sessions.revoked) {
            if (expiresAt <= now()) sessions.revoked.delete(id);
          }
        }
      }
    },
    /** Number of users in the list. */
    size: (): number => users.size,
  };
}
