import { setupI18n } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { createElement, Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { formatDigits } from './format.ts';
import { joinCompounds } from './join-compounds.ts';
import {
  addCatalogue,
  currentLocale,
  formatLocale,
  type Language,
  languageVersion,
  subscribeToLanguage,
} from './language.ts';
import { toPseudoLocale } from './pseudo-locale.ts';

/** The value of an argument. Format dates and amounts first (`formatSchoolTime`, `formatNumber`). */
export type MessageValue = string | number;

type ArgumentName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ArgumentName<Rest>
  : never;

/** The arguments of a text. The names in a text with a plural or a select are not checked. */
type MessageValues<Text extends string> = [Extract<ArgumentName<Text>, `${string},${string}`>] extends [never]
  ? Readonly<Record<ArgumentName<Text>, MessageValue>>
  : Readonly<Record<string, MessageValue>>;

type MessageArguments<Text extends string> = string extends Text
  ? [values?: Readonly<Record<string, MessageValue>>]
  : Text extends `${string}{${string}`
    ? [values: MessageValues<Text>]
    : [];

/** What renders the content of a tag: `{ b: (content) => <b>{content}</b> }`. */
export type MessageTags = Readonly<Record<string, (content: ReactNode) => ReactNode>>;

/** Translates the messages of one catalogue into the language of the page. */
export interface Translate<English extends Readonly<Record<string, string>>> {
  /** The text of a message: `t('lessonList.deleted', { count: 3 })`. */
  <Id extends keyof English & string>(id: Id, ...values: MessageArguments<English[Id]>): string;
  /** With elements: `t.rich('form.hint', { b: (content) => <b>{content}</b> })` for `Press <b>Save</b>`. Tags in values are text. */
  rich<Id extends keyof English & string>(
    id: Id,
    tags: MessageTags,
    ...values: MessageArguments<English[Id]>
  ): ReactNode;
}

/** The messages of a package. */
export interface Messages<English extends Readonly<Record<string, string>>> {
  /** The catalogue's `Translate` in a component, which is rendered again when the language changes. */
  useMessages: () => Translate<English>;
  /** The same outside of components. Call it when the text is shown, never while a module loads. */
  message: Translate<English>;
}

/** What `defineMessages` needs. */
export interface MessageSource<English extends Readonly<Record<string, string>>> {
  /** The English texts by id, as ICU messages. They are also shown for texts that cannot be loaded. */
  readonly en: English;
  /** Loads the texts of the other languages, each a chunk of its own. A missing language shows English. */
  readonly load: {
    readonly [Other in Exclude<Language, 'en'>]?: () => Promise<{
      readonly [Name in Other]: Readonly<Record<keyof English, string>>;
    }>;
  };
}

const i18n = setupI18n({ locale: 'en', messages: { en: {}, km: {}, 'en-XA': {} } });

/** Arguments that are printed as they are have a name of their own, so that numbers in them get the page's digits. */
const printed = (name: string) => `${name} printed`;

function markPrinted(message: CompiledMessage): CompiledMessage {
  return message.map((token) => {
    if (typeof token === 'string') return token;
    const [name, type, format] = token;
    if (type === undefined) return [printed(name)];
    if (typeof format !== 'object' || format === null) return token;
    const cases = Object.entries(format).map(([key, text]) => [
      key,
      Array.isArray(text) ? markPrinted(text) : text,
    ]);
    return [name, type, Object.fromEntries(cases)];
  });
}

/** Splits a text whose only syntax is arguments, without the parser. */
function compileArguments(message: string): CompiledMessage {
  return message.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : [part]));
}

let parse: (message: string) => CompiledMessage = (message) => {
  console.error(`A plural is shown before enablePlurals was called: ${message}`);
  return compileArguments(message);
};

/** Sets the parser of texts with plurals, selects and quoted signs. */
export function setMessageParser(parser: typeof parse): void {
  parse = parser;
}

const compiled = new Map<string, CompiledMessage>();
const isPlain = (message: string) => !/[{}]/.test(message.replace(/\{\w+\}/g, '')) && !/'[{}]/.test(message);

function compile(message: string): CompiledMessage {
  const known =
    compiled.get(message) ?? markPrinted(isPlain(message) ? compileArguments(message) : parse(message));
  compiled.set(message, known);
  return known;
}
i18n.setMessagesCompiler(compile);

function format(key: string, english = '', values: Readonly<Record<string, MessageValue>> = {}): string {
  const locale = currentLocale();
  if (i18n.locale !== locale || i18n.locales !== formatLocale()) i18n.activate(locale, formatLocale());
  const shown = Object.entries(values).map(([name, value]) => [
    printed(name),
    typeof value === 'number' ? formatDigits(value) : value,
  ]);
  return i18n._(key, { ...values, ...Object.fromEntries(shown) }, { message: english });
}

/** Stands for `<` in values, so that no value makes a tag. */
const lessThan = '\uE000';

function renderTags(text: string, tags: MessageTags): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(/<(\w+)>(.*?)<\/\1>/gs)) {
    const [whole, name = '', content = ''] = match;
    const inner = renderTags(content, tags);
    parts.push(text.slice(end, match.index).replaceAll(lessThan, '<'), tags[name]?.(inner) ?? inner);
    end = match.index + whole.length;
  }
  parts.push(text.slice(end).replaceAll(lessThan, '<'));
  return createElement(Fragment, null, ...parts);
}

const joinAll = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, joinCompounds(text)]));

const namespaces = new Map<string, Readonly<Record<string, string>>>();

/** A prefix of its own for each catalogue: two copies of a package on a page may have different texts. */
function uniquePrefix(namespace: string, copy = 1): string {
  const prefix = copy === 1 ? namespace : `${namespace} ${copy}`;
  return namespaces.has(prefix) ? uniquePrefix(namespace, copy + 1) : prefix;
}

/** An English text in the language of the page, if a catalogue has it: the name of a kind of item, say. Else the text itself. */
export function translateText(english: string): string {
  for (const [prefix, texts] of namespaces) {
    const [id] = Object.entries(texts).find(([, text]) => text === english) ?? [];
    if (id !== undefined) return format(`${prefix}.${id}`, english);
  }
  return english;
}

/** Defines the messages of a package, in its `src/messages/messages.ts` (docs/translations.md). @param namespace such as `content` */
export function defineMessages<const English extends Readonly<Record<string, string>>>(
  namespace: string,
  { en, load }: MessageSource<English>,
): Messages<English> {
  const prefix = uniquePrefix(namespace);
  namespaces.set(prefix, en);
  const keyOf = (id: string) => `${prefix}.${id}`;
  const addTexts = (locale: string, texts: Readonly<Record<string, string>>) =>
    i18n.load(locale, Object.fromEntries(Object.entries(texts).map(([id, text]) => [keyOf(id), text])));
  const loaded = new Map<string, Promise<void> | undefined>([['en', undefined]]);

  let failed = false;

  async function loadKhmer(): Promise<void> {
    try {
      const texts = await load.km?.();
      if (texts !== undefined) addTexts('km', joinAll(texts.km));
      loaded.set('km', undefined);
    } catch (error) {
      // Loaded again with the next code or choice of a language.
      if (!failed)
        console.warn(`The Khmer texts of ${namespace} could not be loaded; English is shown`, error);
      failed = true;
      loaded.delete('km');
    }
  }
  addCatalogue((locale) => {
    if (loaded.has(locale)) return loaded.get(locale);
    if (locale === 'km') {
      loaded.set(locale, loadKhmer());
      return loaded.get(locale);
    }
    const pseudo = Object.entries<string>(en).map(([id, text]) => [id, toPseudoLocale(text)]);
    addTexts(locale, Object.fromEntries(pseudo));
    loaded.set(locale, undefined);
    return undefined;
  });

  function createTranslate(): Translate<English> {
    const translate = <Id extends keyof English & string>(
      id: Id,
      ...[values]: MessageArguments<English[Id]>
    ) => format(keyOf(id), en[id], values);
    const rich = <Id extends keyof English & string>(
      id: Id,
      tags: MessageTags,
      ...[values = {}]: MessageArguments<English[Id]>
    ) => {
      const safe = Object.entries<MessageValue>(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll('<', lessThan) : value,
      ]);
      return renderTags(format(keyOf(id), en[id], Object.fromEntries(safe)), tags);
    };
    return Object.assign(translate, { rich });
  }

  const message = createTranslate();
  let current = { version: -1, translate: message };
  return {
    message,
    useMessages: () => {
      const version = useSyncExternalStore(subscribeToLanguage, languageVersion);
      // A function of its own per version, so that what is memoised with it is computed again.
      if (current.version !== version) current = { version, translate: createTranslate() };
      return current.translate;
    },
  };
}
