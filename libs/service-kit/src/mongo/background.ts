import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { inTurn } from '../queues/in-turn.ts';

/** Pieces of background work at the same time: each takes a connection of the pool's twenty. */
const maxAtOnce = 2;
/** While there are calls, background work rests as long as it has worked. */
const restPerWork = 1;
const maxRestMs = 1_000;
/** Calls count as under way for so long after the last one has ended. */
const quietAfterMs = 1_000;

/** Work that no call waits for: reading events, publishing again what a stream has lost. It yields to calls. */
export interface Background {
  /**
   * Runs a piece of work, at most two at a time, and rests after it while there are calls: the slower the database,
   * the longer. The caller gets the outcome at once; the rest holds up the next piece.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether there are calls, now or a moment ago. */
  yields(): boolean;
  callBegins(): void;
  callEnds(): void;
}

const backgrounds = new WeakMap<Connection, Background>();

/** The background work of a process on this connection, one for all who ask. */
export function backgroundOf(connection: Connection): Background {
  const known = backgrounds.get(connection);
  if (known) return known;
  const background = createBackground();
  backgrounds.set(connection, background);
  return background;
}

function createBackground(): Background {
  const limited = inTurn(maxAtOnce);
  let calls = 0;
  let lastCallAt = Number.NEGATIVE_INFINITY;

  const yields = () => calls > 0 || performance.now() - lastCallAt < quietAfterMs;

  async function rest(workedMs: number): Promise<void> {
    if (yields()) await delay(Math.min(maxRestMs, workedMs * restPerWork), undefined, { ref: false });
  }

  return {
    yields,
    run: (work) =>
      new Promise((resolve, reject) => {
        void limited(async () => {
          const startedAt = performance.now();
          await work().then(resolve, reject);
          await rest(performance.now() - startedAt);
        });
      }),
    callBegins() {
      calls += 1;
    },
    callEnds() {
      calls -= 1;
      lastCallAt = performance.now();
    },
  };
}
