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
export interface StateFile {
  readonly state: StackState;
  /** A free port, the same on every start while it is free. */
  port(name: string): Promise<number>;
  /** A random secret, generated once. */
  secret(name: string): string;
  save(): Promise<void>;
}

/** Opens the state of a data folder; empty for a new one. */
export async function openStateFile(dataDir: string): Promise<StateFile> {
  const file = join(dataDir, 'state.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const state: StackState =
    text === undefined ? { ports: {}, secrets: {} } : (JSON.parse(text) as StackState);
  return {
    state,
    async port(name) {
      const port = await freePort(state.ports[name]);
      state.ports[name] = port;
      return port;
    },
    secret(name) {
      state.secrets[name] ??= randomBytes(32).toString('base64url');
      return state.secrets[name];
    },
    async save() {
      await writeFile(`${file}.new`, JSON.stringify(state, undefined, 2), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}
