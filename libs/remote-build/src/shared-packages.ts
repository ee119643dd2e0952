import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The packages that are loaded once per page: the host provides them and remotes use the host's copy.
 * No other package is shared.
 */
export const sharedPackages = [
  'react',
  'react-dom',
  'styled-components',
  '@tanstack/react-query',
  '@khmer-learning/console-sdk',
  '@khmer-learning/ui-kit',
] as const;
export type SharedPackage = (typeof sharedPackages)[number];

/**
 * The package for lists and forms. The console provides its copy to the remotes that were built with exactly the same one;
 * any other remote loads its own.
 */
export const kitPackage = '@khmer-learning/console-kit';

interface PackageJson {
  readonly version?: string;
  /** The hash that `kitBuildOf` returns, in a published package, which has no sources. */
  readonly build?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Reads the `package.json` in `folder`. */
export function readPackageJson(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** `start` and all its parent folders, up to the root. */
function ancestorFolders(start: string): string[] {
  const parent = dirname(start);
  return parent === start ? [start] : [start, ...ancestorFolders(parent)];
}

function workspaceRoot(appFolder: string): string {
  const root = ancestorFolders(appFolder).find(
    (folder) => existsSync(join(folder, 'package.json')) && readPackageJson(folder).workspaces !== undefined,
  );
  if (root === undefined) throw new Error(`${appFolder} is not inside a workspace`);
  return root;
}

/** The folder of a package that Node resolves for code in `folder`; undefined when it is not installed. */
function installedFolder(name: string, folder: string): string | undefined {
  return ancestorFolders(folder)
    .map((parent) => join(parent, 'node_modules', name))
    .find((candidate) => existsSync(join(candidate, 'package.json')));
}

function installedPackage(name: SharedPackage, folder: string): PackageJson {
  const home = installedFolder(name, folder);
  if (home === undefined) throw new Error(`${name} is not installed for ${folder}: run npm install`);
  return readPackageJson(home);
}

function installedVersion(name: SharedPackage, folder: string): string {
  const { version } = installedPackage(name, folder);
  if (version === undefined) throw new Error(`${name} has no version`);
  return version;
}

function installedVersions(folder: string): Record<SharedPackage, string> {
  const entries = sharedPackages.map((name) => [name, installedVersion(name, folder)] as const);
  return Object.fromEntries(entries) as Record<SharedPackage, string>;
}

/**
 * The versions of the shared packages that the console provides: those of the shell in this repository, and otherwise those
 * that the installed console-sdk was published with, its peer dependencies. Throws when one is not installed.
 */
export function hostPackageVersions(appFolder: string): Record<SharedPackage, string> {
  const sdk = '@khmer-learning/console-sdk';
  const { version, peerDependencies = {} } = installedPackage(sdk, appFolder);
  const isPublished = sharedPackages.every((name) => name === sdk || name in peerDependencies);
  if (!isPublished) return installedVersions(join(workspaceRoot(appFolder), 'shell'));
  const entries = sharedPackages.map((name) => [name, name === sdk ? version : peerDependencies[name]]);
  return Object.fromEntries(entries);
}

/**
 * The versions of the shared packages that a remote is built with. They must be exactly the console's. Otherwise throws
 * an error that lists every difference, and the remote's build fails.
 */
export function remotePackageVersions(appFolder: string): Record<SharedPackage, string> {
  const host = hostPackageVersions(appFolder);
  const remote = installedVersions(appFolder);
  const differences = sharedPackages
    .filter((name) => host[name] !== remote[name])
    .map((name) => `  ${name}: the console has ${host[name]}, this remote has ${remote[name]}`);
  if (differences.length > 0) {
    throw new Error(
      `Shared packages must have the same versions as in the console:\n${differences.join('\n')}`,
    );
  }
  return remote;
}

/**
 * The federation plugin's `shared` of a remote: every package comes from the host (`import: false`), and is never bundled.
 * Throws as `remotePackageVersions` does.
 */
export function sharedFromHost(appFolder: string) {
  const versions = remotePackageVersions(appFolder);
  const entries = sharedPackages.map((name) => {
    // The manifest's contract range decides whether our own two packages are compatible.
    const isOwnPackage = name.startsWith('@khmer-learning/');
    const requiredVersion: string | false = isOwnPackage ? false : `^${versions[name]}`;
    const importFrom: false = false;
    return [
      name,
      { import: importFrom, singleton: true, requiredVersion, strictVersion: !isOwnPackage },
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** The name of a remote's container: that of the global, and of what the console removes of a broken release. */
export const containerNameOf = (remote: string): string => `mf_${remote.replaceAll('-', '_')}`;

const isKitSource = (file: string): boolean =>
  /\.(tsx?|js)$/.test(file) && !/\.test\.tsx?$|^testing\b/.test(file);

/**
 * The hash of what the kit in `folder` consists of: its sources without tests, and the versions of its dependencies. A
 * published kit has it in its `package.json`.
 */
export function kitBuildOf(folder: string): string {
  const { build, dependencies = {} } = readPackageJson(folder);
  if (build !== undefined) return build;
  const source = join(folder, 'src');
  const files = readdirSync(source, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter(isKitSource)
    .toSorted();
  const hash = createHash('sha256').update(JSON.stringify(dependencies));
  for (const file of files) hash.update(file).update(readFileSync(join(source, file)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * The version under which the kit of an app is shared: that of its package with the hash of the build, because its code
 * changes between releases, too. Undefined when the app has not installed the kit.
 */
export function kitVersion(appFolder: string): string | undefined {
  const folder = installedFolder(kitPackage, appFolder);
  return folder && `${readPackageJson(folder).version}-build-${kitBuildOf(folder)}`;
}
