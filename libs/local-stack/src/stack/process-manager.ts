import { recordProcesses } from '../data-dir/orphaned-processes.ts';
import type { StackLog } from '../log/stack-log.ts';
import {
  type Program,
  type RestartBackOff,
  type SupervisedProcess,
  supervise,
} from '../process/supervisor.ts';

/** The supervised processes of a stack. */
export type ProcessManager = ReturnType<typeof createProcessManager>;

/** Grace period of a stopping process. */
const graceMs = 5_000;

/** Supervises a set of processes and records their ids in the data folder, for the cleanup after a crash. */
export function createProcessManager(dataDir: string, log: StackLog, backOff?: RestartBackOff) {
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
    /** Starts and supervises a program, and logs its restarts. */
    async run(program: Program): Promise<void> {
      const report = (text: string) => {
        log.info(program.name, text);
        void record();
      };
      all.push(await supervise(program, report, backOff));
      await record();
    },
    /** Stops all processes whose name matches, concurrently. */
    async stop(matchesName: (name: string) => boolean): Promise<void> {
      await Promise.all(all.filter(({ name }) => matchesName(name)).map((one) => one.stop(graceMs)));
      await written;
    },
    /** Kills all processes. */
    kill(): void {
      for (const one of all) one.kill();
    },
  };
}
