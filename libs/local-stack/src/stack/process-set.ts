import { recordProcesses } from '../data-dir/leftovers.ts';
import type { LogBook } from '../log/log-book.ts';
import { type BackOff, type Program, type Supervised, supervise } from '../process/supervisor.ts';

/** The processes of one stack. */
export interface ProcessSet {
  readonly all: readonly Supervised[];
  /** Starts a program, keeps it running, and says what happens to it. */
  run(program: Program): Promise<void>;
  /** Ends those whose name is wanted, all at the same time. */
  stop(wanted: (name: string) => boolean): Promise<void>;
  /** Ends all at once. */
  kill(): void;
}

/** What a process may take to finish what it does. */
const graceMs = 5_000;

/** Keeps a set of processes, and a list of them in the data folder for the start after a crash. */
export function processSet(dataDir: string, log: LogBook, backOff?: BackOff): ProcessSet {
  const all: Supervised[] = [];
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
      const say = (text: string) => {
        log.say(program.name, text);
        void record();
      };
      all.push(await supervise(program, say, backOff));
      await record();
    },
    async stop(wanted) {
      await Promise.all(all.filter(({ name }) => wanted(name)).map((one) => one.stop(graceMs)));
      await written;
    },
    kill() {
      for (const one of all) one.kill();
    },
  };
}
