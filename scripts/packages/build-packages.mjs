import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { root, runTool } from '../set-up.mjs';
import { addRemotes } from './console-host-files.mjs';
import { addRepositoryFiles } from './create-remote-files.mjs';
import { guides, packagedText } from './package-docs.mjs';
import { license, publishedManifest } from './published-manifest.mjs';
import { addBuildFiles } from './remote-build-files.mjs';

/**
 * @typedef {object} PublishedPackage
 * @property {string} folder relative to the repository
 * @property {import('./published-manifest.mjs').Manifest} manifest its `package.json`
 */

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The packages that are published: those in `libs` whose `package.json` says `publishConfig.directory`.
 * @returns {PublishedPackage[]}
 */
function publishedPackages() {
  return readdirSync(join(root, 'libs'))
    .map((name) => `libs/${name}`)
    .map((folder) => ({ folder, manifest: readJson(join(root, folder, 'package.json')) }))
    .filter(({ manifest }) => manifest.publishConfig?.directory !== undefined);
}

/** Writes a README or a guide into a built package. */
function addText(file, target, packages) {
  const folders = packages.map(({ folder }) => folder);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, packagedText(readFileSync(join(root, file), 'utf8'), file, folders));
}

function addGuides(dist, _manifests, packages) {
  for (const guide of guides) addText(guide, join(dist, guide), packages);
}

/** Files of a package that are made when it is built: functions of its built folder and of all published packages. */
const additions = {
  '@khmer-learning/console-sdk': addGuides,
  '@khmer-learning/remote-build': addBuildFiles,
  '@khmer-learning/create-remote': addRepositoryFiles,
  '@khmer-learning/console-host': addRemotes,
};

const isPublishedSource = (name) => /\.tsx?$/.test(name) && !/\.(test|fixture|d)\.tsx?$/.test(name);

/** The TypeScript sources of a package without its tests, relative to the repository. */
function sourcesOf({ folder }) {
  const source = join(root, folder, 'src');
  if (!existsSync(source)) return [];
  const names = readdirSync(source, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  return names.filter(isPublishedSource).map((name) => `${folder}/src/${name}`);
}

/**
 * Compiles the sources of all packages, one module for each source file, so that a bundler leaves out the modules that an
 * app does not use. Types are checked elsewhere.
 */
async function compile(packages, scratch) {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const declarations = packages.flatMap(({ folder }) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /^src[\\/].*\.d\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const files = [...packages.flatMap(sourcesOf), ...declarations];
  const tsconfig = {
    extends: relative(scratch, join(root, 'tsconfig.browser.json')),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      target: 'ES2022',
      declaration: true,
      sourceMap: true,
      inlineSources: true,
      rewriteRelativeImportExtensions: true,
      rootDir: relative(scratch, root),
      outDir: 'out',
    },
    files: files.map((file) => relative(scratch, join(root, file))),
  };
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(tsconfig));
  const { ok, output } = await runTool('typescript/bin/tsc', ['-p', scratch], { quiet: true });
  if (!ok) throw new Error(output);
  return join(scratch, 'out');
}

/** Writes `.js` in the imports of declarations, which the compiler leaves as they are in the sources. */
function renameImports(declaration) {
  return declaration.replace(/((?:from|import) ?\(?['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2');
}

/** Copies what was compiled of one package. */
function copyCompiled(from, to) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    if (entry.name.endsWith('.d.ts')) writeFileSync(target, renameImports(readFileSync(file, 'utf8')));
    else cpSync(file, target);
  }
}

const licenseText = `
## License

\`${license}\`: nobody may use this package without the permission of its owner.
`;

/** What remote-build says about the packages that remotes share with the console. */
async function importSharedPackages() {
  const entry = join(root, 'libs/remote-build/src/shared-packages.ts');
  const bundle = { entryPoints: [entry], bundle: true, write: false, format: 'esm', platform: 'node' };
  const [{ contents }] = (await build(bundle)).outputFiles;
  const url = `data:text/javascript;base64,${Buffer.from(contents).toString('base64')}`;
  return import(url);
}

/**
 * Builds each published package in its `publishConfig.directory`: ES modules with source maps and types, the files that
 * `files` of its `package.json` lists, its README and changelog, and a `package.json` for those who install it.
 * @returns {Promise<PublishedPackage[]>}
 */
export async function buildPackages() {
  const packages = publishedPackages();
  const compiled = await compile(packages, join(root, '.cache/packages'));
  const { sharedPackages: singletons, kitPackage, kitBuildOf } = await importSharedPackages();
  const manifests = new Map(packages.map(({ manifest }) => [manifest.name, manifest]));
  for (const { folder, manifest } of packages) {
    const dist = join(root, folder, manifest.publishConfig.directory);
    rmSync(dist, { recursive: true, force: true });
    mkdirSync(dist, { recursive: true });
    if (existsSync(join(compiled, folder, 'src')))
      copyCompiled(join(compiled, folder, 'src'), join(dist, 'src'));
    addText(`${folder}/README.md`, join(dist, 'README.md'), packages);
    appendFileSync(join(dist, 'README.md'), licenseText);
    for (const file of ['CHANGELOG.md', ...(manifest.files ?? [])])
      cpSync(join(root, folder, file), join(dist, file), { recursive: true });
    const repository = process.env.GITHUB_REPOSITORY;
    const published = publishedManifest(manifest, { published: manifests, singletons, repository, folder });
    // The hash of the sources, by which the console recognises a remote that was built with its own copy.
    if (manifest.name === kitPackage) published.build = kitBuildOf(join(root, folder));
    writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    await additions[manifest.name]?.(dist, manifests, packages);
  }
  return packages;
}
