import { setTimeout as sleep } from 'node:timers/promises';
import type { Child, ProcessExit } from './child.ts';
import { errorMessage } from './error-details.ts';

/** A program to supervise. */
export interface Program {
  name: string;
  /** Starts it; resolves when it runs or, if detectable, when it is ready. */
  start(): Promise<Child>;
  /** Requests termination, when SIGTERM is not suitable. */
  requestStop?: () => Promise<void>;
}

/** Back-off between restarts of a crashed process. */
export interface RestartBackOff {
  firstMs: number;
  /** Each crash doubles the delay up to this maximum. */
  maxMs: number;
  /** After this time a process counts as healthy, which resets the delay. */
  healthyMs: number;
}

const defaultGraceMs = 10_000;
const defaultBackOff: RestartBackOff = { firstMs: 500, maxMs: 15_000, healthyMs: 30_000 };

/** A supervised program. */
export type SupervisedProcess = Awaited<ReturnType<typeof supervise>>;

function describeExit({ code, signal }: ProcessExit): string {
  return signal === null ? `ended with code ${code}` : `was killed by ${signal}`;
}

/**
 * Starts a program and restarts it with back-off whenever it exits.
 *
 * @param report called on every crash and restart
 * @throws Error when the first start fails
 */
export async function supervise(
  program: Program,
  report: (line: string) => void,
  backOff: RestartBackOff = defaultBackOff,
) {
  const stopping = new AbortController();
  let child: Child | undefined = await program.start();
  let crashes = 0;
  // Set during any restart.
  let starting: Promise<void> | undefined;
  void restartOnExit();

  async function restartOnExit(): Promise<void> {
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
        const how = exit === undefined ? 'is not running' : describeExit(exit);
        report(`${how}; restarting in ${wait / 1000} s`);
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return;
        wait = Math.min(wait * 2, backOff.maxMs);
        starting ??= restartChild();
      }
      await starting;
      starting = undefined;
    }
  }

  async function restartChild(): Promise<void> {
    child = undefined;
    try {
      child = await program.start();
      report('restarted');
    } catch (error) {
      report(`failed to start: ${errorMessage(error)}`);
    }
  }

  return {
    name: program.name,
    /** Undefined while it waits for a restart. */
    get pid() {
      return child?.exit === undefined ? child?.pid : undefined;
    },
    /** Crashes since it was last healthy. */
    get crashes() {
      return crashes;
    },
    /** Restarts it gracefully. */
    async restart(): Promise<void> {
      const running = child;
      if (running === undefined || stopping.signal.aborted) return;
      starting ??= running.stop(defaultGraceMs, program.requestStop).then(restartChild);
      await starting;
    },
    /** Stops it permanently. */
    async stop(graceMs: number = defaultGraceMs): Promise<void> {
      stopping.abort();
      await starting;
      await child?.stop(graceMs, program.requestStop);
    },
    /** Kills it permanently. */
    kill(): void {
      stopping.abort();
      child?.signal('SIGKILL');
    },
  };
}
