import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

export const repositoryRoot = join(import.meta.dirname, '../..');

export interface ComposeService {
  readonly build?: { readonly target: string; readonly args: { readonly APP: string } };
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly resources?: { readonly limits?: Readonly<Record<string, string | number>> } };
}

export interface ComposeFile {
  readonly name: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/**
 * Parses docker-compose.yml like Compose with deploy/example.env as .env: `${NAME:-default}` becomes the default, a
 * required `${NAME:?hint}` the setting, `$$` a dollar sign.
 */
export async function readComposeFile(): Promise<ComposeFile> {
  const text = await readFile(join(repositoryRoot, 'docker-compose.yml'), 'utf8');
  const example = await readFile(join(repositoryRoot, 'deploy/example.env'), 'utf8');
  const settings = new Map(
    [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const),
  );
  const fill = (part: string): string =>
    part.replace(/\$\{(\w+):([-?])([^${}]*)\}/g, (_match, name: string, kind: string, rest: string) => {
      if (kind === '-') return rest;
      const value = settings.get(name);
      if (value === undefined) throw new Error(`${name} is required, and not in deploy/example.env`);
      return value;
    });
  // Twice, because a default may have one.
  const filled = fill(fill(text)).replaceAll('$$', '$');
  return parse(filled, { merge: true }) as ComposeFile;
}
