import { type DevHost, type DevHostOptions, startDevHost } from '@khmer-learning/remote-build/dev-host';
import { createSchoolAnswers, type RecordedAnswers } from './school-answers.ts';

/** Options of `startConsoleHost`. */
export interface ConsoleHostOptions extends Omit<DevHostOptions, 'gateway' | 'answers'> {
  readonly recorded: RecordedAnswers;
  /** A team's folder of answers, which win over the recorded ones. */
  readonly fixtures?: string | undefined;
}

/** Starts the console with a school that is only files. @throws when the port is not free, or a folder has no built remote */
export function startConsoleHost({ recorded, fixtures, ...options }: ConsoleHostOptions): Promise<DevHost> {
  return startDevHost({ ...options, answers: createSchoolAnswers(recorded, fixtures) });
}
