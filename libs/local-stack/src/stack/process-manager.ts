import { recordProcesses } from '../data-dir/orphaned-processes.ts';
import type { StackLog } from '../log/stack-log.ts';
import {
  type Program,
  type RestartBackOff,
  type SupervisedProcess,
  supervise,
} from '../process/supervisor.ts';

/** The processes of one stack. */
export interface ProcessManager {
  readonly all: readonly SupervisedProcess[];
  /** Starts a program, keeps it running, and says what happens to it. */
  run(program: Program): Promise<void>;
  /** Ends those whose name is wanted, all at the same time. */
  stop(matchesName: (name: string) => boolean): Promise<void>;
  /** Ends all at once. */
  kill(): void;
}

/** What a process may take to finish what it does. */
const graceMs = 5_000;

/** Keeps a set of processes, and a list of them in the data folder for the start after a crash. */
export function createProcessManager(
  dataDir: string,
  log: StackLog,
  backOff?: RestartBackOff,
): ProcessManager {
  const all: SupervisedProcess[] = [];
  let written = Promise.resolve();
  const record = () => {
    written = written.then(() =>
      recordProcesses(
        dataDir,
        all.flatMap(({ pid }) => pid ?? []),
      ),
    );
    return written;
  };
  return {
    all,
    async run(program) {
      const report = (text: string) => {
        log.info(program.name, text);
        void record();
      };
      all.push(await supervise(program, report, backOff));
      await record();
    },
    async stop(matchesName) {
      await Promise.all(all.filter(({ name }) => matchesName(name)).map((one) => one.stop(graceMs)));
      await written;
    },
    kill() {
      for (const one of all) one.kill();
    },
  };
}
