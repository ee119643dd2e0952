import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@khmer-learning/contracts';
import { z } from 'zod';
import { km } from './server-messages.km.ts';

const root = join(__dirname, '../../../..');
const argument = /\{\w+\}/g;
const escapeSigns = (text: string) => text.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&');
/** Stands for an argument of a template. */
const hole = '\uFFFC';
/** Finds a text in which anything stands for the arguments. */
const toExpression = (text: string, separator: RegExp | string) =>
  new RegExp(`^${text.split(separator).map(escapeSigns).join('(.+?)')}$`, 's');

/** The sources of a folder, without tests and comments. */
function sourcesOf(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter(
      (file) => /\.tsx?$/.test(file) && !/(\.(test|fixture|test-kit|km)\.|\/(docs|openapi)\/)/.test(file),
    )
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** The literals and templates after some code. */
const literal = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/.source;
function textsAfter(source: string, before: RegExp): string[] {
  return [...source.matchAll(new RegExp(`${before.source}\\s*(?:${literal})`, 'g'))].map(
    ([, quoted, template]) =>
      (quoted ?? template ?? '')
        .replace(/\$\{importMessages.changedMeanwhile\}/, contracts.importMessages.changedMeanwhile)
        .replace(/\$\{[^}]*\}/g, hole)
        .replaceAll("\\'", "'"),
  );
}

const services = readdirSync(join(root, 'services')).map((name) => `services/${name}/src`);
const serverSources = [
  ...services,
  'libs/service-kit/src',
  'libs/item-kit/src',
  'libs/transfer/src',
  'gateway/src',
]
  .map(sourcesOf)
  .join('\n');
const contractSources = sourcesOf('libs/contracts/src');

/** What servers answer: errors, refused lines of imports and their notes. */
function serverTexts(): string[] {
  return [
    ...textsAfter(serverSources, /(?:ApiError\(\s*\d+,|conflict\()/),
    ...textsAfter(serverSources, /notFound\(/).map((thing) => `${thing} not found`),
    ...textsAfter(serverSources, /staleVersion\(/).map(
      (thing) => `This ${thing} was changed by someone else`,
    ),
    ...textsAfter(serverSources, /(?:\bmessage =|\bmessage:|refusal:|notes: \[|refuse\(\[)/),
  ].filter((text) => /[A-Z]/.test(text.charAt(0)) && text.replaceAll(hole, '').trim() !== '');
}

/** The texts in a constant, with any depth of groups. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
const constantTexts = [
  ...Object.entries(contracts)
    .filter(([name]) => /messages$/i.test(name))
    .flatMap(([, value]) => textsIn(value)),
  // Of the kinds of items.
  ...Object.values(contracts).flatMap((value) => textsIn(Object(value).messages)),
];

/** Values for which a schema may have errors of different texts. */
const wrongValues = [undefined, '', 7, {}, '?'];

function errorTexts(error: unknown): string[] {
  if (typeof error !== 'function') return [];
  return wrongValues.flatMap((input) => {
    const text: unknown = error({ input, code: 'invalid_type', path: [] });
    return typeof text === 'string' ? [text] : [];
  });
}

/** The error texts of a schema and of those it is made of. */
function schemaTexts(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  if (Array.isArray(schema)) return schema.flatMap((part) => schemaTexts(part, seen));
  if (schema instanceof z.core.$ZodType || schema instanceof z.core.$ZodCheck)
    return [...errorTexts(schema._zod.def.error), ...schemaTexts({ ...schema._zod.def }, seen)];
  return Object.values(schema).flatMap((part) => schemaTexts(part, seen));
}
const contractTexts = [
  ...schemaTexts(Object.values(contracts)),
  ...textsAfter(contractSources, /\bmessage:/),
];

const patterns = Object.keys(km).filter((text) => text.search(argument) !== -1);

/** The things that a text has at the place of those of a pattern; undefined if it is another text. */
function thingsIn(text: string, pattern: string): string[] | undefined {
  const found = toExpression(pattern, argument).exec(text);
  return found?.slice(1).filter((_value, index) => pattern.match(argument)?.[index] === '{thing}');
}

/** The names of the kinds of items are in the catalogues of their remotes. */
const namesOfItems = new Set(
  readdirSync(root)
    .filter((name) => name.startsWith('mf-'))
    .flatMap((name) => {
      const { en }: { en: Readonly<Record<string, string>> } = require(
        join(root, name, 'src/messages/en.ts'),
      );
      return Object.entries(en).flatMap(([id, text]) => (id.startsWith('itemType.') ? [text] : []));
    }),
);

/**
 * Whether there is a translation in which every thing has a name in Khmer. Names of parameters such as `lessonId` are the same in
 * all languages.
 */
const isTranslated = (text: string) =>
  text in km ||
  patterns.some((pattern) =>
    thingsIn(text, pattern)?.every(
      (thing) => thing in km || namesOfItems.has(thing) || /^[a-z]\w*$/.test(thing),
    ),
  );

/** Whether a template, or one of its texts, has a translation. */
function isTemplateTranslated(template: string): boolean {
  const expression = toExpression(template, hole);
  return Object.keys(km).some((text) => expression.test(text));
}

const missing = (texts: readonly string[]) =>
  [...new Set(texts)]
    .filter((text) => !isTranslated(text) && !(text.includes(hole) && isTemplateTranslated(text)))
    .toSorted();

it('has the Khmer of every message of the contracts', () => {
  expect(constantTexts.length).toBeGreaterThan(200);
  expect(missing(constantTexts)).toEqual([]);
});

it('has the Khmer of the errors of their schemas', () => {
  expect(contractTexts).toEqual(expect.arrayContaining(['Title is required', 'limit must be a number']));
  expect(missing(contractTexts)).toEqual([]);
});

it('has the Khmer of what servers answer', () => {
  expect(serverTexts()).toEqual(expect.arrayContaining(['Lesson not found', 'Something went wrong']));
  expect(missing(serverTexts())).toEqual([]);
});

/** Amounts and the names of providers are the same in all languages. */
const isNeutral = (text: string) => !/[a-z]{3}/.test(text.replaceAll(hole, ''));

it('has the Khmer of the details in the audit log, as a whole or of their parts', () => {
  const details = textsAfter(serverSources, /\bdetail(?::| =)(?: \w+ === 1 \?)?/);
  expect(details).toEqual(expect.arrayContaining(['admin', '1 lesson deleted with it']));
  const parts = details
    .filter((detail) => missing([detail]).length > 0)
    .flatMap((detail) => detail.split(/, | → /))
    .filter((part) => !isNeutral(part));
  expect(missing(parts)).toEqual([]);
});

it('has no text that nothing says', () => {
  const texts = [...constantTexts, ...contractTexts, ...serverTexts()];
  const things = texts.flatMap((text) => patterns.flatMap((pattern) => thingsIn(text, pattern) ?? []));
  const sources = [contractSources, serverSources, sourcesOf('libs/console-sdk/src'), sourcesOf('shell/src')];
  const literals = sources.flatMap((source) => textsAfter(source, /(?:)/));
  // A template such as that of a full name fits everything.
  const isSpecific = (template: string) => /[a-z]{4}/.test(template);
  const said = [...texts, ...things, ...literals].map((text) => text.toLowerCase());
  const unused = Object.keys(km)
    .map((text) => text.toLowerCase())
    .filter((text) => {
      const expression = toExpression(text, argument);
      return !said.some((one) =>
        one.includes(hole) ? isSpecific(one) && toExpression(one, hole).test(text) : expression.test(one),
      );
    });
  expect(unused).toEqual([]);
});

it('is written in Khmer', () => {
  expect(Object.entries(km).filter(([, text]) => !/[\u1780-\u17ff]/.test(text))).toEqual([]);
});
