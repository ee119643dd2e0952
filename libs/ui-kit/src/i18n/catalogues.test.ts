import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

type Texts = Readonly<Record<string, string>>;

const root = join(__dirname, '../../../..');
const packages = [
  ...readdirSync(root).filter((name) => name === 'shell' || name.startsWith('mf-')),
  ...readdirSync(join(root, 'libs')).map((name) => `libs/${name}`),
].filter((folder) => existsSync(join(root, folder, 'src')));

const filesOf = (folder: string) =>
  readdirSync(join(root, folder, 'src'), { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

/** The folders of the catalogues: `mf-content/src/messages`. The shell has another one for the console. */
const catalogues = packages.flatMap((folder) =>
  filesOf(folder)
    .filter((file) => /(^|\/)messages\/en\.ts$/.test(file))
    .map((file) => join(folder, 'src', dirname(file))),
);

/** The names of a message's arguments, those in the cases of its plurals included. */
function argumentsOf(message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, , cases] = token;
    const nested = typeof cases === 'object' && cases !== null ? Object.values(cases) : [];
    return [name, ...nested.flatMap((text) => (Array.isArray(text) ? argumentsOf(text) : []))];
  });
}

const unique = (names: readonly string[]) => [...new Set(names)].toSorted();

/** What a text needs from its caller. */
function needsOf(text: string) {
  return {
    arguments: unique(argumentsOf(compileMessageOrThrow(text))),
    tags: unique([...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag)),
  };
}

/** The scripts of the package that has a catalogue. */
function sourcesOf(catalogue: string): string {
  const [folder = ''] = catalogue.split('/src/');
  return filesOf(folder)
    .filter((file) => !/(^|\/)messages\//.test(file))
    .map((file) => readFileSync(join(root, folder, 'src', file), 'utf8'))
    .join('\n');
}

/** The values that contracts name are in their sources. */
const contracts = sourcesOf('libs/contracts/src/');

const readTexts = (folder: string, file: string): Texts => {
  const exported: Readonly<Record<string, Texts>> = require(join(root, folder, file));
  return Object.values(exported)[0] ?? {};
};

it('finds the catalogues', () => {
  expect(catalogues).toEqual(
    expect.arrayContaining(['shell/src/messages', 'shell/src/console/messages', 'libs/ui-kit/src/messages']),
  );
});

describe.each(catalogues)('the catalogue %s', (folder) => {
  const en = readTexts(folder, 'en.ts');
  const km = readTexts(folder, 'km.ts');

  it('has valid texts, and Khmer ones with the arguments and tags of the English ones', () => {
    const needs = (texts: Texts) =>
      Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, needsOf(text)]));
    expect(needs(km)).toEqual(needs(en));
  });

  it('has no text that is not used', () => {
    const sources = sourcesOf(folder);
    /** Ids that end with a value or the name of a field: the code has that, and makes the id of it. */
    const templates = [...sources.matchAll(/`([a-z][\w.]*\.)\$\{[^`}]*\}(\w*)`/gi)].map(
      ([, before = '', after = '']) => new RegExp(`^${before.replaceAll('.', '\\.')}([\\w-]+)${after}$`),
    );
    const isNamed = (value: string) =>
      (sources + contracts).includes(`'${value}'`) || contracts.includes(` ${value}:`);
    const isUsed = (id: string) =>
      sources.includes(`'${id}'`) || templates.some((template) => isNamed(template.exec(id)?.[1] ?? id));
    expect(Object.keys(en).filter((id) => !isUsed(id))).toEqual([]);
  });

  it('has ids of the form component.what, or that end with a value', () => {
    expect(Object.keys(en).filter((id) => !/^[a-z]\w*(\.[a-z]\w*)*\.\w[\w-]*$/.test(id))).toEqual([]);
  });
});

it('translates messages of servers with their arguments', () => {
  const km = readTexts('libs/console-sdk/src/messages', 'server-messages.km.ts');
  const argumentNames = (text: string) => unique([...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name));
  const different = Object.entries(km).filter(
    ([english, khmer]) => argumentNames(english).join() !== argumentNames(khmer).join(),
  );
  expect(different).toEqual([]);
});
