import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export interface KubernetesManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly [field: string]: unknown;
}

interface Kustomization {
  readonly resources?: readonly string[];
  readonly patches?: readonly { path: string; target?: { kind: string; labelSelector: string } }[];
  readonly configMapGenerator?: readonly {
    name: string;
    files?: readonly string[];
    envs?: readonly string[];
    behavior?: 'merge';
  }[];
  readonly images?: readonly { name: string; newName: string; newTag: string }[];
}

/**
 * Returns the output of `kubectl kustomize <folder>`, for the features used here: resources, strategic merge
 * patches, images, generated config maps without the hash in their name. It ignores namespaces, because they do not affect the schema.
 */
export async function kustomize(folder: string): Promise<KubernetesManifest[]> {
  const file = parse(await readFile(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  let manifests = (
    await Promise.all((file.resources ?? []).map((name) => loadManifests(join(folder, name))))
  ).flat();
  for (const { name, files = [], envs = [], behavior } of file.configMapGenerator ?? []) {
    const read = async (one: string) => [one, await readFile(join(folder, one), 'utf8')] as const;
    const texts = await Promise.all(files.map(read));
    const settings = (await Promise.all(envs.map(read))).flatMap(([, text]) =>
      [...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value] as const),
    );
    const data = Object.fromEntries([...texts, ...settings]);
    const existing = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (behavior === 'merge') Object.assign(existing?.data as object, data);
    else manifests.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  }
  for (const { path, target } of file.patches ?? []) {
    const patch = parse(await readFile(join(folder, path), 'utf8')) as KubernetesManifest;
    const fits = (one: KubernetesManifest) =>
      target
        ? one.kind === target.kind && hasLabel(one, target.labelSelector)
        : one.kind === patch.kind && one.metadata.name === patch.metadata.name;
    if (!manifests.some(fits)) throw new Error(`${path} patches nothing`);
    manifests = manifests.map((one) =>
      fits(one) ? { ...(strategicMerge(one, patch) as KubernetesManifest), metadata: one.metadata } : one,
    );
  }
  const text = (file.images ?? []).reduce(
    (all, { name, newName, newTag }) => all.replaceAll(`"image":"${name}"`, `"image":"${newName}:${newTag}"`),
    JSON.stringify(manifests),
  );
  return JSON.parse(text) as KubernetesManifest[];
}

async function loadManifests(path: string): Promise<KubernetesManifest[]> {
  if (!path.endsWith('.yaml')) return kustomize(path);
  return parseAllDocuments(await readFile(path, 'utf8')).map(
    (document) => document.toJS() as KubernetesManifest,
  );
}

function hasLabel({ metadata }: KubernetesManifest, selector: string): boolean {
  const [key = '', value] = selector.split('=');
  return metadata.labels?.[key] === value;
}

/** Strategic merge: merges objects by key and lists of named items by name, and replaces other values. */
function strategicMerge(base: unknown, patch: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(patch)) {
    const rest = [...base];
    for (const item of patch) {
      const name = nameOf(item);
      const at = name === undefined ? -1 : rest.findIndex((one) => nameOf(one) === name);
      if (at < 0) rest.push(item);
      else rest[at] = strategicMerge(rest[at], item);
    }
    return rest;
  }
  if (isObject(base) && isObject(patch)) {
    const merged: Record<string, unknown> = { ...base };
    for (const [key, value] of Object.entries(patch))
      merged[key] = key in merged ? strategicMerge(merged[key], value) : value;
    return merged;
  }
  return patch;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(item: unknown): string | undefined {
  return isObject(item) && typeof item.name === 'string' ? item.name : undefined;
}
