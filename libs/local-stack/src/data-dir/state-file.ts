import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../process/free-port.ts';

/** Persistent state of a data folder, besides the databases. */
export interface StackState {
  /** Internal ports by process name. */
  ports: Record<string, number>;
  /** Random secrets by setting name. */
  secrets: Record<string, string>;
  /** Progress of writing the demo data. */
  seed?: 'begun' | 'done';
}

/** The state of one data folder. */
export type StateFile = Awaited<ReturnType<typeof openStateFile>>;

/** Opens the state of a data folder; empty for a new one. */
export async function openStateFile(dataDir: string) {
  const file = join(dataDir, 'state.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const state: StackState =
    text === undefined ? { ports: {}, secrets: {} } : (JSON.parse(text) as StackState);
  return {
    state,
    /** A free port, the same on every start while it is free. */
    async port(name: string): Promise<number> {
      const port = await freePort(state.ports[name]);
      state.ports[name] = port;
      return port;
    },
    /** A random secret, generated once. */
    secret(name: string): string {
      state.secrets[name] ??= randomBytes(32).toString('base64url');
      return state.secrets[name];
    },
    async save(): Promise<void> {
      await writeFile(`${file}.new`, JSON.stringify(state, undefined, 2), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}
