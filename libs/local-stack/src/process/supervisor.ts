import { setTimeout as sleep } from 'node:timers/promises';
import type { Child, ProcessExit } from './child.ts';
import { errorMessage } from './error-details.ts';

/** A process to keep running. */
export interface Program {
  name: string;
  /** Starts it; resolves once it runs or, where that can be told, serves. */
  start(): Promise<Child>;
  /** How to ask it to end, where SIGTERM will not do. */
  requestStop?: () => Promise<void>;
}

/** How long to wait before a crashed process is started again. */
export interface RestartBackOff {
  firstMs: number;
  /** Each crash doubles the wait up to this. */
  maxMs: number;
  /** After running this long a process counts as healthy and the wait begins anew. */
  healthyMs: number;
}

const defaultGraceMs = 10_000;
const defaultBackOff: RestartBackOff = { firstMs: 500, maxMs: 15_000, healthyMs: 30_000 };

/** A program that is kept running. */
export interface SupervisedProcess {
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

function describeExit({ code, signal }: ProcessExit): string {
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}

/**
 * Starts a program and starts it again whenever it ends by itself, waiting longer each time.
 * @param report told of every crash and what follows
 * @throws when the first start fails
 */
export async function supervise(
  program: Program,
  report: (line: string) => void,
  backOff: RestartBackOff = defaultBackOff,
): Promise<SupervisedProcess> {
  const stopping = new AbortController();
  let child: Child | undefined = await program.start();
  let crashes = 0;
  // Set while the process is being started again, for whatever reason.
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
        const how = exit === undefined ? 'is still down' : describeExit(exit);
        report(`${how}; starting it again in ${wait / 1000} s`);
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
      report('started again');
    } catch (error) {
      report(`could not be started: ${errorMessage(error)}`);
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
      starting ??= running.stop(defaultGraceMs, program.requestStop).then(restartChild);
      await starting;
    },
    async stop(graceMs = defaultGraceMs) {
      stopping.abort();
      await starting;
      await child?.stop(graceMs, program.requestStop);
    },
    kill() {
      stopping.abort();
      child?.signal('SIGKILL');
    },
  };
}
