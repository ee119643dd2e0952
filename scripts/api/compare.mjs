import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root, runTool } from '../set-up.mjs';
import { methodsAsProperties } from './report.mjs';

/**
 * @typedef {import('./report.mjs').ReportedModule} ReportedModule
 * @typedef {ReturnType<typeof import('./report.mjs').describeApi>} Api
 */

/** Helpers of the comparison. */
const helpers = `
/** A schema must accept what it accepted; a part of a request that there was not must not be required. */
type Accepts<T> = T extends { _zod: { input: infer I } } ? (input: I) => void : (input: undefined) => void;
type AcceptsOptional<T> = T extends { _zod: { input: infer I } } ? (input: I | undefined) => void : (input: undefined) => void;
type Part<T, K> = K extends keyof T ? T[K] : undefined;
interface Call<T, R> {
  params: Accepts<Part<T, 'params'>>;
  query: AcceptsOptional<Part<T, 'query'>>;
  body: Accepts<Part<T, 'body'>>;
  response: R;
}
/** What code written for T relies on: that it may call an endpoint as before, and that a list has what it had. */
type Use<T> = T extends { _zod: unknown } ? Accepts<T>
  : T extends { access: string; response: { _zod: { output: infer R } } } ? Call<T, R> & Pick<T, 'method' & keyof T | 'path' & keyof T>
  : T extends readonly (infer E)[] ? (element: E) => void
  : T;
type KeysOf<T> = T extends unknown ? keyof NonNullable<T> : never;
/** The names of the fields of each parameter, such as a component's props: an optional one must not disappear. */
type Fields<T> = T extends (...args: infer P) => unknown ? { [I in keyof P]: KeysOf<P[I]> } : never;
`;

/**
 * Unions of data that may get more members: whoever reads one picks the members that it knows, by a guard. Their schemas are
 * compared, too, so that no member is lost.
 */
const openUnions = /^export type (Extension) = [^;]+;$/gm;

/** The recorded modules, with the open unions of the current ones. */
function withOpenUnions(modules) {
  return modules.map(({ path, text }) => {
    const up = '../'.repeat(path.split('/').length);
    const current = `${up}current/${path.replace(/\.d\.ts$/, '.ts')}`;
    return { path, text: text.replace(openUnions, `export type $1 = import('${current}').$1;`) };
  });
}

const checks = {
  value: (name) => [
    `export const ${name}_use: Use<typeof Old.${name}> = given<Use<typeof New.${name}>>();`,
    `export const ${name}_fields: Fields<typeof New.${name}> = given<Fields<typeof Old.${name}>>();`,
  ],
  type: (name) => [`export const ${name}_keys: KeysOf<New.${name}> = given<KeysOf<Old.${name}>>();`],
};

function writeModules(folder, modules) {
  for (const { path, text } of modules) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), methodsAsProperties(text));
  }
}

/** Writes the comparison of one package. Returns the export that each line of `compare.ts` is about. */
function writeComparison(folder, { recorded, current, entry }) {
  writeModules(join(folder, 'recorded'), withOpenUnions(recorded.modules));
  writeModules(join(folder, 'current'), current.modules);
  const lines = [
    `import type * as Old from './recorded/${entry}';`,
    `import type * as New from './current/${entry}';`,
    'declare function given<T>(): T;',
    ...helpers.trim().split('\n'),
  ];
  const nameOfLine = new Map();
  for (const [name, { kind, isGeneric }] of recorded.exports) {
    if (!current.exports.has(name) || (kind === 'type' && isGeneric)) continue;
    for (const line of checks[kind](name)) nameOfLine.set(lines.push(line), name);
  }
  writeFileSync(join(folder, 'compare.ts'), lines.join('\n'));
  return nameOfLine;
}

/** The errors that TypeScript finds below `folder`. The last line of an error is its innermost reason. */
async function errorsIn(folder, files) {
  const compilerOptions = { verbatimModuleSyntax: false, isolatedModules: false, types: ['node'] };
  const base = relative(folder, join(root, 'tsconfig.browser.json'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: base, compilerOptions, files }));
  const args = ['typescript/bin/tsc', ['--pretty', 'false', '-p', folder], { quiet: true }];
  const { output } = await runTool(...args);
  const here = `${relative(root, folder).replaceAll('\\', '/')}/`;
  return [...output.matchAll(/^(\S+?)\((\d+),\d+\): error (.*(?:\n +.*)*)$/gm)].flatMap(
    ([, file, line, message]) =>
      file.startsWith(here)
        ? [{ file: file.slice(here.length), line: Number(line), reason: message.split('\n').at(-1).trim() }]
        : [],
  );
}

const shortened = (text) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/**
 * Whether code written for the recorded API of each package still works with the current one: TypeScript checks that
 * each export can be used as before. An export is also incompatible if it is gone, or if a prop or a field that it had is.
 * @param {string} folder a scratch folder inside the repository
 * @param {{recorded: Api, current: Api, entry: string}[]} pairs `entry` is the module with the exports
 * @returns {Promise<string[][]>} the incompatibilities of each package, one line each
 */
export async function findBreakingChanges(folder, pairs) {
  rmSync(folder, { recursive: true, force: true });
  const nameOfLines = pairs.map((pair, number) => writeComparison(join(folder, String(number)), pair));
  const reasons = pairs.map(() => new Map());
  const files = pairs.map((_pair, number) => `${number}/compare.ts`);
  for (const { file, line, reason } of pairs.length === 0 ? [] : await errorsIn(folder, files)) {
    const number = Number(file.split('/')[0]);
    const place = file.slice(file.indexOf('/') + 1);
    const name = place.startsWith('recorded/') ? place : nameOfLines[number].get(line);
    if (place.startsWith('current/') || name === undefined)
      throw new Error(`The API report is incomplete: ${place}: ${reason}`);
    if (!reasons[number].has(name))
      reasons[number].set(name, `${name} is not compatible: ${shortened(reason)}`);
  }
  return pairs.map(({ recorded, current }, number) => [
    ...[...recorded.exports.keys()]
      .filter((name) => !current.exports.has(name))
      .map((name) => `${name} was removed`),
    ...reasons[number].values(),
  ]);
}
