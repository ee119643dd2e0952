import { setTimeout as sleep } from 'node:timers/promises';
import type { Child, Exit } from './child.ts';
import { reasonOf } from './reason.ts';

/** A process to keep running. */
export interface Program {
  name: string;
  /** Starts it; resolves once it runs or, where that can be told, serves. */
  start(): Promise<Child>;
  /** How to ask it to end, where SIGTERM will not do. */
  ask?: () => Promise<void>;
}

/** How long to wait before a crashed process is started again. */
export interface BackOff {
  firstMs: number;
  /** Each crash doubles the wait up to this. */
  maxMs: number;
  /** After running this long a process counts as healthy and the wait begins anew. */
  healthyMs: number;
}

const usualGraceMs = 10_000;
const usualBackOff: BackOff = { firstMs: 500, maxMs: 15_000, healthyMs: 30_000 };

/** A program that is kept running. */
export interface Supervised {
  readonly name: string;
  /** Undefined while it waits to be started again. */
  readonly pid: number | undefined;
  /** How often it has ended by itself since it was last healthy. */
  readonly crashes: number;
  /** Ends it properly and starts it again. */
  restart(): Promise<void>;
  /** Ends it for good. */
  stop(graceMs?: number): Promise<void>;
  /** Ends it for good and at once. */
  kill(): void;
}

function howItEnded({ code, signal }: Exit): string {
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}

/**
 * Starts a program and starts it again whenever it ends by itself, waiting longer each time.
 * @param say told of every crash and what follows
 * @throws when the first start fails
 */
export async function supervise(
  program: Program,
  say: (line: string) => void,
  backOff: BackOff = usualBackOff,
): Promise<Supervised> {
  const stopping = new AbortController();
  let child: Child | undefined = await program.start();
  let crashes = 0;
  // Set while the process is being started again, for whatever reason.
  let starting: Promise<void> | undefined;
  void keepRunning();

  async function keepRunning(): Promise<void> {
    let wait = backOff.firstMs;
    for (;;) {
      const since = Date.now();
      const exit = await child?.exited;
      if (stopping.signal.aborted) return;
      if (starting === undefined) {
        if (Date.now() - since >= backOff.healthyMs) {
          wait = backOff.firstMs;
          crashes = 0;
        }
        crashes += 1;
        const how = exit === undefined ? 'is still down' : howItEnded(exit);
        say(`${how}; starting it again in ${wait / 1000} s`);
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return;
        wait = Math.min(wait * 2, backOff.maxMs);
        starting ??= startAgain();
      }
      await starting;
      starting = undefined;
    }
  }

  async function startAgain(): Promise<void> {
    child = undefined;
    try {
      child = await program.start();
      say('started again');
    } catch (error) {
      say(`could not be started: ${reasonOf(error)}`);
    }
  }

  return {
    name: program.name,
    get pid() {
      return child?.exit === undefined ? child?.pid : undefined;
    },
    get crashes() {
      return crashes;
    },
    async restart() {
      const running = child;
      if (running === undefined || stopping.signal.aborted) return;
      starting ??= running.stop(usualGraceMs, program.ask).then(startAgain);
      await starting;
    },
    async stop(graceMs = usualGraceMs) {
      stopping.abort();
      await starting;
      await child?.stop(graceMs, program.ask);
    },
    kill() {
      stopping.abort();
      child?.signal('SIGKILL');
    },
  };
}
