#!/usr/bin/env node
// Writes the English and the Khmer texts as CSV, for a reviewer: list-translations.mjs <file>
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './set-up.mjs';

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Usage: npm run translations -- <file.csv>');

const sources = ['libs', 'services', 'shell', ...readdirSync(root).filter((name) => name.startsWith('mf-'))]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\/(node_modules|dist)\/|\.test\./.test(file));

/** What a module exports by this name. */
async function readExport(file, name) {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from './${file}';`, resolveDir: root },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0].text).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`))[name];
}

/** `{ a: { b: 'text' } }` becomes `[['a.b', 'text']]`. */
const textsOf = (value, id = '') =>
  typeof value === 'string'
    ? [[id, value]]
    : Object.entries(value).flatMap(([key, part]) => textsOf(part, id ? `${id}.${key}` : key));

/** The rows of a catalogue; the ids of the servers' texts are the English texts. */
async function rowsOfCatalogue(file) {
  const englishFile = file.replace(/km\.ts$/, 'en.ts');
  const khmer = await readExport(file, 'km');
  const english = existsSync(join(root, englishFile))
    ? new Map(textsOf(await readExport(englishFile, 'en')))
    : undefined;
  const rows = english ? textsOf(khmer) : Object.entries(khmer);
  return rows.map(([id, text]) => [file, english ? id : '', english?.get(id) ?? id, text]);
}

/** The rows of the texts of manifests and of the shell: `{ en: 'Lessons', km: 'មេរៀន' }`. */
const pair = /\ben:\s*'((?:[^'\\]|\\.)*)',\s*km:\s*'((?:[^'\\]|\\.)*[\u1780-\u17ff](?:[^'\\]|\\.)*)'/g;
const rowsOfPairs = (file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(pair)].map(([, english, khmer]) => [
    file,
    '',
    english.replaceAll("\\'", "'"),
    khmer,
  ]);

const catalogues = sources.filter((file) => /[./]km\.ts$/.test(file));
const rows = [
  ...(await Promise.all(catalogues.map(rowsOfCatalogue))).flat(),
  ...sources.flatMap(rowsOfPairs),
];
const cell = (text) => `"${text.replaceAll('"', '""')}"`;
// Spreadsheets recognise UTF-8 by the byte order mark.
const csv = [['File', 'Id', 'English', 'Khmer'], ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
writeFileSync(target, `\uFEFF${csv}\r\n`);
console.log(`${rows.length} texts are in ${target}`);
