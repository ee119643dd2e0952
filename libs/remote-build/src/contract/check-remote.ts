import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contractVersion, isContractSupported } from '@khmer-learning/console-sdk/contract-version';
import {
  isComponentPoint,
  type RemoteManifest,
  remoteManifestFileName,
  remoteManifestSchema,
} from '@khmer-learning/console-sdk/manifest';
import { satisfies } from 'compare-versions';
import { z } from 'zod';
import { kitPackage } from '../shared-packages.ts';
import { openContainer } from './open-container.ts';
import {
  entryOf,
  type FederationManifest,
  federationManifestSchema,
  initialFilesOf,
  readJson,
  readScripts,
} from './read-dist.ts';
import { withTimeout } from './with-timeout.ts';

/** Limit for the entry and the exposed module, gzipped: they are loaded before any view of the remote. */
const maxInitialKilobytes = 60;
/**
 * In every copy of React and React DOM, but not in `react/jsx-runtime`, which a remote may bundle, nor in code that names
 * React's exports to take them from the host.
 */
const reactMarker = /enqueueForceUpdate|react\.dev\/errors/;

/** Options of `checkRemote`. */
export interface CheckRemoteOptions {
  /** The remote's build output folder. */
  readonly dist: string;
  /** The console's shared packages and their versions. */
  readonly shared: Readonly<Record<string, string>>;
  /** The names that each of them exports. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
}

/** The result of one check. */
export interface CheckResult {
  readonly name: string;
  /** What was found, for a check that passed. */
  readonly details: string;
  /** The violations; empty when the check passed. */
  readonly problems: readonly string[];
}

interface Remote extends CheckRemoteOptions {
  readonly manifest: RemoteManifest;
  readonly federation: FederationManifest;
}

type Check = (remote: Remote) => Promise<Omit<CheckResult, 'name'>>;

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  // The error may come from the remote's VM context, which has its own Error class.
  return String((error as { message?: unknown } | null)?.message ?? error);
}

async function readOrFail<T>(name: string, read: () => Promise<T>): Promise<T | CheckResult> {
  try {
    return await read();
  } catch (error) {
    return { name, details: '', problems: [reasonOf(error)] };
  }
}

const checkContract: Check = async ({ manifest: { contract } }) => ({
  details: `requires ${contract}, the console is ${contractVersion}`,
  problems: isContractSupported(contract)
    ? []
    : [`the remote requires console ${contract}, but this is console ${contractVersion}`],
});

const checkFiles: Check = async ({ dist, federation }) => {
  const files = initialFilesOf(federation);
  const missing = files.filter((file) => !existsSync(join(dist, file)));
  const exposes = federation.exposes.some(({ name }) => name === 'remote');
  return {
    details: files.join(', '),
    problems: [
      ...missing.map((file) => `${file} is missing`),
      ...(exposes ? [] : ['./remote is not exposed']),
    ],
  };
};

function sharedProblems(
  { name, singleton, requiredVersion, assets }: FederationManifest['shared'][number],
  hostVersion: string | undefined,
): string[] {
  // The console's copy is used if it is the same; the remote has its own, which this check loads.
  if (name === kitPackage) return [];
  if (hostVersion === undefined) return [`${name} is shared, but the console does not provide it`];
  const problems: string[] = [];
  if (assets.js.sync.length + assets.js.async.length > 0)
    problems.push(`${name} is bundled: use the console's copy with import: false`);
  if (singleton !== true) problems.push(`${name} must be a singleton`);
  // The contract range decides whether our own packages are compatible.
  const isOwnPackage = name.startsWith('@khmer-learning/');
  if (!isOwnPackage && requiredVersion && !satisfies(hostVersion, requiredVersion))
    problems.push(`${name} must be ${requiredVersion}, but the console has ${hostVersion}`);
  return problems;
}

const checkShared: Check = async ({ dist, federation, shared }) => {
  const copies = [...(await readScripts(dist))].filter(([, code]) => reactMarker.test(code));
  return {
    details: federation.shared.map(({ name }) => name).join(', ') || 'none used',
    problems: [
      ...federation.shared.flatMap((entry) => sharedProblems(entry, shared[entry.name])),
      ...copies.map(([file]) => `${file} contains a copy of React`),
    ],
  };
};

const missingExport = (name: string, from: string) =>
  `the remote uses ${name} of ${from}, which the console does not have`;

const checkUsedExports: Check = async ({ manifest: { uses }, exports }) => {
  const used = Object.entries(uses ?? {});
  const count = used.reduce((sum, [, names]) => sum + names.length, 0);
  return {
    details: uses === undefined ? 'not listed in the manifest' : `${count} of ${used.length} packages`,
    problems: used.flatMap(([from, names]) =>
      names.filter((name) => !exports[from]?.includes(name)).map((name) => missingExport(name, from)),
    ),
  };
};

/** The loaders of the views, or of the pages, by id or path. */
type Loaders = Readonly<Record<string, unknown>>;

/** What `./remote` exports; a namespace object is not a plain object, so its property is read first. */
const remoteOf = (exported: unknown): unknown => (exported as { remote?: unknown } | null)?.remote;

function loadersOf(exported: unknown, kind: 'views' | 'pages'): Loaders | undefined {
  return z.object({ [kind]: z.record(z.string(), z.unknown()) }).safeParse(remoteOf(exported)).data?.[kind];
}

const extensionLoadersSchema = z.object({
  extensions: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** The extensions of the manifest that need a component and have none that loads. */
async function extensionProblems(exported: unknown, extensions: RemoteManifest['extensions'] = []) {
  const loaders = extensionLoadersSchema.safeParse(remoteOf(exported)).data?.extensions;
  const problems = await Promise.all(
    extensions
      .filter(({ point }) => isComponentPoint(point))
      .map(({ point, id }) => partProblems(loaders?.[point]?.[id], `remote.extensions['${point}']['${id}']`)),
  );
  return problems.flat();
}

/** Whether React accepts `value` as a component: a function, a class, or a result of `memo`, `forwardRef` or `lazy`. */
function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

async function partProblems(loader: unknown, name: string): Promise<string[]> {
  if (typeof loader !== 'function') return [`${name} is in the manifest but has no loader`];
  try {
    return isComponent(await withTimeout(loader())) ? [] : [`${name} does not load a component`];
  } catch (error) {
    return [`${name} does not load: ${reasonOf(error)}`];
  }
}

async function exportProblems(
  exported: unknown,
  kind: 'views' | 'pages',
  ids: readonly string[],
): Promise<string[]> {
  const loaders = loadersOf(exported, kind);
  if (loaders === undefined) return [`./remote exports no remote.${kind}`];
  const problems = await Promise.all(ids.map((id) => partProblems(loaders[id], `remote.${kind}['${id}']`)));
  return problems.flat();
}

const checkExports: Check = async ({ dist, manifest, federation, shared, exports }) => {
  const views = manifest.views.map(({ id }) => id);
  const pages = manifest.pages.map(({ path }) => path);
  const components = (manifest.extensions ?? []).filter(({ point }) => isComponentPoint(point));
  const details = [...views, ...pages, ...components.map(({ point, id }) => `${point} ${id}`)].join(', ');
  const missing = new Set<string>();
  const onMissingExport = (name: string, from: string) => void missing.add(missingExport(name, from));
  try {
    const { globalName, remoteEntry } = federation.metaData;
    const entry = entryOf(federation);
    const isModule = remoteEntry.type === 'module';
    const options = { dist, entry, isModule, globalName, shared, exports, onMissingExport };
    const exported = await openContainer(options);
    const problems = [
      ...(await exportProblems(exported, 'views', views)),
      ...(await exportProblems(exported, 'pages', pages)),
      ...(await extensionProblems(exported, manifest.extensions)),
    ];
    return { details, problems: [...missing, ...problems] };
  } catch (error) {
    return { details, problems: [...missing, `the remote does not start: ${reasonOf(error)}`] };
  }
};

/** `new Function` is an error in the initial files only: zod contains one, which the console disables everywhere. */
const checkCode: Check = async ({ dist, federation }) => {
  const scripts = [...(await readScripts(dist))];
  const first = new Set(initialFilesOf(federation));
  const generating = scripts.filter(
    ([file, code]) => /\beval\(/.test(code) || (first.has(file) && /\bnew Function\(/.test(code)),
  );
  return {
    details: `${scripts.length} scripts`,
    problems: generating.map(
      ([file]) => `${file} generates code at run time, which the console's Content-Security-Policy blocks`,
    ),
  };
};

const checkSize: Check = async ({ dist, federation }) => {
  let bytes = 0;
  for (const file of initialFilesOf(federation))
    bytes += gzipSync(await readFile(join(dist, file)), { level: 9 }).length;
  const kilobytes = bytes / 1_000;
  const details = `${kilobytes.toFixed(1)} KB of gzip, at most ${maxInitialKilobytes} KB`;
  return { details, problems: kilobytes > maxInitialKilobytes ? [details] : [] };
};

const checks: readonly (readonly [string, Check])[] = [
  ['contract range', checkContract],
  ['files', checkFiles],
  ['shared packages', checkShared],
  ['used exports', checkUsedExports],
  ['views, pages and extensions', checkExports],
  ['no code generated at run time', checkCode],
  ['size', checkSize],
];

/**
 * Checks a built remote, from any bundler, against the console's contract (docs/remotes.md).
 * Never throws: a file that cannot be read is reported as a problem.
 */
export async function checkRemote(options: CheckRemoteOptions): Promise<readonly CheckResult[]> {
  const { dist } = options;
  const manifest = await readOrFail('manifest', async () =>
    remoteManifestSchema.parse(await readJson(dist, remoteManifestFileName)),
  );
  const federation = await readOrFail('federation manifest', async () =>
    federationManifestSchema.parse(await readJson(dist, 'mf-manifest.json')),
  );
  const unread = [manifest, federation].filter((part): part is CheckResult => 'problems' in part);
  if ('problems' in manifest || 'problems' in federation) return unread;

  const { name, version, build } = manifest;
  const results: CheckResult[] = [
    { name: 'manifest', details: `${name} ${version}, build ${build}`, problems: [] },
  ];
  for (const [title, check] of checks) {
    const result = await check({ ...options, manifest, federation }).catch((error: unknown) => ({
      details: '',
      problems: [reasonOf(error)],
    }));
    results.push({ name: title, ...result });
  }
  return results;
}

/** Formats the results as lines for a terminal: `ok` or `FAILED`, the check's name and the details. */
export function formatResults(results: readonly CheckResult[]): string[] {
  return results.flatMap(({ name, details, problems }) =>
    problems.length === 0
      ? [`ok      ${name}: ${details}`]
      : problems.map((problem) => `FAILED  ${name}: ${problem}`),
  );
}
