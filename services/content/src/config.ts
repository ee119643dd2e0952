import { baseConfigSchema, loadConfig } from '@khmer-learning/service-kit';

/** Settings of this service: those every service has. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  return loadConfig(baseConfigSchema, env);
}
