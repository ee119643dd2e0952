import type { z } from 'zod';
import { ConfigError, loadConfig } from './config.ts';

/**
 * Reads the settings of this process; see `loadConfig`. When a setting is invalid, it prints one line per setting and
 * exits with code 1.
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
