import type { StackLog } from '../log/stack-log.ts';

/** The settings that processes have rejected. */
export interface SettingsProblems {
  /** One per setting: `PORT: must be a number`. */
  readonly found: ReadonlySet<string>;
  /** Returns a log that also looks for the lines with which `loadConfigOrExit` of service-kit ends a process. */
  watch(log: StackLog): StackLog;
}

const headingPattern = /^ConfigError: /;
const problemPattern = /^ {2}([A-Z][A-Z0-9_]*: .+)$/;

/**
 * Creates the collector of a run's rejected settings.
 *
 * @param onFound called for each
 */
export function createSettingsProblems(onFound: () => void): SettingsProblems {
  const found = new Set<string>();
  return {
    found,
    watch: (log) => ({
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
