import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root, runTool } from '../set-up.mjs';
import { findBreakingChanges } from './compare.mjs';
import { describeApi, formatReport, parseReport } from './report.mjs';

/**
 * @typedef {object} ReportedPackage
 * @property {string} name name of the package, including its scope
 * @property {string} folder the package's folder
 * @property {string} [entry] the module in `src` whose exports are reported; default `index.ts`. The report of `index.ts` is in
 *   `generated/api-report.d.ts`, that of `testing.ts` in `generated/api-report-testing.d.ts`
 * @property {boolean} [isOfRelease] whether the API has the version of the packages' releases. By default it has the
 *   version of the contract, because the console and its remotes share it at run time
 *
 * @typedef {object} CheckOptions
 * @property {ReportedPackage[]} packages
 * @property {string} version the contract version of the code
 * @property {{last: string, next: string}} release the versions of the last and of the next release of the packages
 * @property {string} scratch a folder inside the repository for temporary files
 * @property {boolean} update writes the reports that the version allows
 */

/**
 * Where the packages' entries are, without node_modules: TypeScript 7 emits nothing of a file that it has found there first,
 * and which path it finds first varies.
 */
function sourcePaths(packages, scratch) {
  const paths = {};
  for (const { name, folder } of packages) {
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const [entry, file] of Object.entries(exports))
      paths[join(name, entry).replaceAll('\\', '/')] = [relative(scratch, join(folder, file))];
  }
  return paths;
}

/** Emits the declarations of all packages, without comments, into `scratch`. Types are checked elsewhere. */
async function emitDeclarations(packages, scratch) {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const tsconfig = {
    extends: relative(scratch, join(root, 'tsconfig.browser.json')),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: true,
      rootDir: relative(scratch, root),
      outDir: 'declarations',
      types: ['node'],
      paths: sourcePaths(packages, scratch),
    },
    files: packages.map(({ folder, entry = 'index.ts' }) => relative(scratch, join(folder, 'src', entry))),
  };
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(tsconfig));
  const { ok, output } = await runTool('typescript/bin/tsc', ['-p', scratch], { quiet: true });
  if (!ok) throw new Error(output);
}

const numbersOf = (version) => version.split('.').map(Number);

/** Whether `version` is enough for a change of the API that was recorded for `recorded`. */
function isRaisedEnough(version, recorded, isBreaking) {
  const [major, minor] = numbersOf(version);
  const [recordedMajor, recordedMinor] = numbersOf(recorded);
  return major > recordedMajor || (!isBreaking && major === recordedMajor && minor > recordedMinor);
}

function nextVersion(recorded, isBreaking) {
  const [major, minor] = numbersOf(recorded);
  return isBreaking ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

/** The API of a package in the code, and in its report if there is one. */
function readApis({ name: packageName, folder, entry = 'index.ts', isOfRelease = false }, options) {
  const { scratch, version, release } = options;
  const declarations = join(scratch, 'declarations', relative(root, folder), 'src');
  const current = describeApi(
    (path) => readFileSync(join(declarations, path.replace(/\.tsx?$/, '.d.ts')), 'utf8'),
    entry,
  );
  const part = entry === 'index.ts' ? '' : entry.replace(/\.ts$/, '');
  const name = join(packageName, part).replaceAll('\\', '/');
  const file = join(folder, 'generated', part === '' ? 'api-report.d.ts' : `api-report-${part}.d.ts`);
  const label = isOfRelease ? `Release ${release.next}` : `Contract ${version}`;
  const write = () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, formatReport(name, label, current.modules));
  };
  const api = { name, isOfRelease, write, isReported: existsSync(file), isChanged: false };
  if (!api.isReported) return api;
  const text = readFileSync(file, 'utf8');
  const report = parseReport(text);
  if (formatReport(name, report.version, current.modules) === text) return api;
  const texts = new Map(report.modules.map((module) => [module.path, module.text]));
  const recorded = describeApi((path) => texts.get(path) ?? '', entry);
  // A report of a release may be written several times before it; what counts is the last release.
  const since = isOfRelease ? release.last : report.version.replace('Contract ', '');
  return { ...api, isChanged: true, since, recorded, current, entry };
}

/** The problems of a package whose API has changed. */
function problemsOf({ name, since, isOfRelease }, breaking, { version, release, update }) {
  const isBreaking = breaking.length > 0;
  if (isRaisedEnough(isOfRelease ? release.next : version, since, isBreaking))
    return update ? [] : [`${name}: its API report is outdated: run npm run api-report`];
  const [of, raise] = isOfRelease
    ? ['release', `add a ${isBreaking ? 'major' : 'minor'} changeset (npx changeset)`]
    : ['contract', `raise contractVersion to ${nextVersion(since, isBreaking)}`];
  return [
    `${name}: its API differs from that of ${of} ${since}: ${raise} and run npm run api-report`,
    ...breaking.map((line) => `  ${line}`),
  ];
}

/**
 * Compares the API of each package with its committed report, which names the version that it was written for.
 * A change requires a higher version than that one: a higher minor version for an addition, a higher major version if
 * code written for the recorded API may not work any more.
 * @param {CheckOptions} options
 * @returns {Promise<string[]>} the problems, one line each
 */
export async function checkApi(options) {
  const { packages, scratch, update } = options;
  await emitDeclarations(packages, scratch);
  const apis = packages.map((reported) => readApis(reported, options));
  const changed = apis.filter(({ isChanged }) => isChanged);
  const breaking = await findBreakingChanges(join(scratch, 'comparison'), changed);
  return apis.flatMap((api) => {
    const problems = api.isChanged ? problemsOf(api, breaking[changed.indexOf(api)], options) : [];
    if (!api.isReported && !update) problems.push(`${api.name} has no API report: run npm run api-report`);
    if (update && problems.length === 0 && (api.isChanged || !api.isReported)) api.write();
    return problems;
  });
}
