import type { StackLog } from '../log/stack-log.ts';

/** The settings that processes have rejected. */
export type SettingsProblems = ReturnType<typeof createSettingsProblems>;

const headingPattern = /^ConfigError: /;
const problemPattern = /^ {2}([A-Z][A-Z0-9_]*: .+)$/;

/** Creates the collector of a run's rejected settings; `onFound` is called for each. */
export function createSettingsProblems(onFound: () => void) {
  const found = new Set<string>();
  return {
    /** One per setting: `PORT: must be a number`. */
    found,
    /** Returns a log that also looks for the lines with which `loadConfigOrExit` of service-kit ends a process. */
    watch: (log: StackLog): StackLog => ({
      ...log,
      lineWriter(name, fileOnly) {
        const write = log.lineWriter(name, fileOnly);
        let isListing = false;
        return (line) => {
          write(line);
          const problem = isListing ? problemPattern.exec(line)?.[1] : undefined;
          isListing = problem !== undefined || headingPattern.test(line);
          if (!problem) return;
          found.add(problem);
          onFound();
        };
      },
    }),
  };
}
