import type { z } from 'zod';
import { ConfigError, loadConfig } from './config.ts';

/**
 * The settings of this process, from its environment; see `loadConfig`. With a bad one the process ends here: it
 * prints what is wrong, a line for each setting and nothing else, and exits with 1.
 */
export function loadConfigOrExit<S extends z.ZodObject>(schema: S): z.output<S> {
  try {
    return loadConfig(schema);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
}
