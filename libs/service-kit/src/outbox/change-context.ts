import type { Actor, EntityEvent } from '@khmer-learning/contracts';

/** Who causes a change, and in which request. A handler's context is one. */
export interface ChangeContext {
  /** null when the system itself acts. */
  readonly actor: Actor | null;
  readonly requestId: string | null;
  /** From where: the person's network address as the gateway saw it; absent when the system itself acts. */
  readonly address?: string | null;
  /** Told the events of a committed unit of work; `mount` makes the header `X-Event` of the first. */
  readonly emitted?: (events: readonly EntityEvent[]) => void;
}
