import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContractVersion } from '../api/contract-version.mjs';
import { root } from '../set-up.mjs';

/** The versions of the packages of this repository's remotes and tests. */
function installedVersions() {
  const files = [
    'package.json',
    'shell/package.json',
    'gateway/package.json',
    'libs/remote-build/package.json',
    'libs/console-e2e/package.json',
  ].map((file) => join(root, file));
  const manifests = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  return Object.assign(
    {},
    ...manifests.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies]),
  );
}

/** The packages whose version the templates name. */
function namedPackages(templates) {
  const files = readdirSync(templates, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/\{\{version:([^}]+)\}\}/g)].map(([, name]) => name));
}

/**
 * Adds what the generator needs outside this repository: the versions that it writes, and the files of the static host.
 * @param {string} dist the built package
 * @param {ReadonlyMap<string, import('./published-manifest.mjs').Manifest>} published all published packages by name
 */
export function addRepositoryFiles(dist, published) {
  const installed = installedVersions();
  const versions = namedPackages(join(dist, 'templates')).map((name) => {
    const version = published.get(name)?.version ?? installed[name];
    if (version === undefined)
      throw new Error(`A template names ${name}, which this repository does not have`);
    return [name, version];
  });
  const text = JSON.stringify(
    { contract: readContractVersion(root), versions: Object.fromEntries(versions) },
    null,
    2,
  );
  writeFileSync(join(dist, 'versions.json'), `${text}\n`);
  for (const file of ['nginx.conf', 'keep-earlier-releases.sh'])
    cpSync(join(root, 'deploy/static', file), join(dist, 'templates/repository/static', file));
}
