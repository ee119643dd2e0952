import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The bundlers that a remote can be built with. */
export const bundlers = ['webpack', 'vite'];

/** The folder of a set of templates: `remote` are those of every remote, in whatever repository it is; others have a bundler's name. */
export const templatesOf = (set) => join(import.meta.dirname, 'templates', set);

/**
 * Whether a name can be that of a remote or a service: lower-case words separated by hyphens, such as `word-games`.
 * @param {string} name
 */
export const isValidName = (name) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);

/** The names of the console's own parts. A remote of one of these names would replace it. */
const reservedNames = ['shell', 'content', 'quizzes', 'users', 'commerce'];

/**
 * Why a remote cannot have a name; undefined if it can.
 * @param {string} name
 */
export function problemOfName(name) {
  if (!isValidName(name))
    return 'The name must be lower-case words separated by hyphens, such as word-games.';
  if (reservedNames.includes(name)) return `The console has a part named ${name}. Choose another name.`;
  return undefined;
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/**
 * The values of `{{name}}` and the other placeholders in templates.
 * @param {string} name
 * @param {string} [contract]
 */
export function placeholders(name, contract = '') {
  const words = name.split('-');
  const pascal = words.map(capital).join('');
  return {
    name,
    Name: pascal,
    camel: pascal[0].toLowerCase() + pascal.slice(1),
    snake: words.join('_'),
    label: words.map(capital).join(' '),
    contract,
  };
}

/**
 * The name that users see: `Word Games` for `word-games`.
 * @param {string} name
 */
export const labelOf = (name) => placeholders(name).label;

/**
 * Writes the files of a folder of templates (`<path>.tmpl`). `__name__` in a path, and `{{name}}`, `{{version:react}}` and the
 * other placeholders in a text, are replaced. A line `?plain …` is only for that variant.
 * @param {string} folder
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.contract the version of the console's contract
 * @param {(dependency: string) => string} options.versionOf the version of a package
 * @param {(file: string) => string} options.pathOf the absolute path for a file of the templates
 * @param {Record<string, string>} [options.values] of further placeholders
 * @param {readonly string[]} [options.variants]
 * @returns {string[]} the paths of the written files
 */
export function generateFiles(
  folder,
  { name, contract, versionOf, pathOf, values: more = {}, variants = [] },
) {
  const values = { ...placeholders(name, contract), ...more };
  const ofVariant = (text) =>
    text.replace(/^\?(\w+) ?(.*\n)/gm, (_line, only, rest) => (variants.includes(only) ? rest : ''));
  const render = (text) =>
    // A workflow has expressions such as ${{ github.actor }}, with a space.
    ofVariant(text).replace(/\{\{(version:)?([^}\s]+)\}\}/g, (_match, version, key) =>
      version ? versionOf(key) : values[key],
    );
  const templates = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return templates.map((entry) => {
    const template = join(entry.parentPath, entry.name);
    const file = template.slice(folder.length + 1).replaceAll('\\', '/');
    const path = pathOf(file.replaceAll('__name__', name).replace(/\.tmpl$/, ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, render(readFileSync(template, 'utf8')));
    return path;
  });
}
