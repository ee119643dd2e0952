/**
 * @typedef {object} Manifest a `package.json`
 * @property {string} name
 * @property {string} version
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/** What npm calls a package without a licence. */
export const license = 'UNLICENSED';

const compiledPath = (path) => path.replace(/(?<!\.d)\.tsx?$/, '.js');

/** The entry of an export: its types and its module if it is a source, otherwise the file as it is. */
function publishedExport(path) {
  if (!/\.tsx?$/.test(path)) return path;
  return { types: path.replace(/\.tsx?$/, '.d.ts'), default: compiledPath(path) };
}

/**
 * The `package.json` that is published of a package of this repository. Its exports are compiled modules instead of
 * sources. Our packages are released together with one version, so they depend on exactly that version of each other. A
 * package that a page loads once is a peer dependency, in exactly the version that ours are built with.
 * @param {Manifest} manifest the package's own `package.json`
 * @param {object} context
 * @param {ReadonlyMap<string, Manifest>} context.published all published packages by name
 * @param {readonly string[]} context.singletons the packages that a page loads once
 * @param {string} [context.repository] `owner/name` at GitHub, where it is released
 * @param {string} [context.folder] of the package in the repository
 * @returns {Manifest} throws if it depends on a package of this repository that is not published
 */
export function publishedManifest(manifest, { published, singletons, repository, folder }) {
  const versionOf = ([name, range]) => {
    if (!name.startsWith('@khmer-learning/')) return [name, range];
    const version = published.get(name)?.version;
    if (version === undefined) throw new Error(`${manifest.name} depends on ${name}, which is not published`);
    return [name, version];
  };
  const all = Object.entries(manifest.dependencies ?? {}).map(versionOf);
  const isPeer = ([name]) => singletons.includes(name);
  const { name, version, description, type, sideEffects, exports = {}, bin, peerDependenciesMeta } = manifest;
  return {
    name,
    version,
    description,
    type,
    license,
    ...(repository && {
      homepage: `https://github.com/${repository}/tree/main/${folder}#readme`,
      repository: { type: 'git', url: `git+https://github.com/${repository}.git`, directory: folder },
    }),
    engines: { node: '>=20.19' },
    sideEffects: Array.isArray(sideEffects) ? sideEffects.map(compiledPath) : sideEffects,
    bin,
    exports: {
      ...Object.fromEntries(Object.entries(exports).map(([key, path]) => [key, publishedExport(path)])),
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(all.filter((entry) => !isPeer(entry))),
    peerDependencies: { ...Object.fromEntries(all.filter(isPeer)), ...manifest.peerDependencies },
    peerDependenciesMeta,
  };
}
