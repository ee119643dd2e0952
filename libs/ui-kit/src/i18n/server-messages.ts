import { formatDigits } from './format.ts';
import { joinCompounds } from './join-compounds.ts';
import { addCatalogue, currentLocale } from './language.ts';
import { translateText } from './messages.ts';
import { toPseudoLocale } from './pseudo-locale.ts';

type Texts = Readonly<Record<string, string>>;
interface Pattern {
  /** Characters besides the arguments. */
  readonly ownLength: number;
  readonly expression: RegExp;
  readonly translation: string;
}

const exact = new Map<string, string>();
const patterns: Pattern[] = [];

const argument = /\{(\w+)\}/g;
const escapeSigns = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

function addTexts(texts: Texts): void {
  for (const [english, khmer] of Object.entries(texts)) {
    const translation = joinCompounds(khmer);
    if (english.search(argument) === -1) exact.set(english, translation);
    else
      patterns.push({
        ownLength: english.replace(argument, '').length,
        expression: new RegExp(`^${escapeSigns(english).replace(argument, '(?<$1>.+?)')}$`, 's'),
        translation,
      });
  }
  // The most specific first.
  patterns.sort((one, other) => other.ownLength - one.ownLength);
}

/** Arguments that are texts of their own, with a translation. */
const translatedArguments: ReadonlySet<string> = new Set(['thing', 'reason']);

function localArgument(name: string, value: string): string {
  if (name === 'values')
    return value
      .split(', ')
      .map((one) => localArgument('thing', one))
      .join(', ');
  if (translatedArguments.has(name)) return translate(value) ?? translateText(value);
  return /^\d{1,15}$/.test(value) ? formatDigits(Number(value)) : value;
}

/**
 * The Khmer translation of a text that servers and schemas have in English only. The English text is its id; an argument is written
 * `{max}` in both. A `{thing}`, a `{reason}` and each of `{values}` are translated, too. Of several patterns, the one with the most text
 * of its own counts. Messages joined with `. ` or `; ` are translated one by one if each has a translation.
 * @returns the text itself when the page is English or the catalogues have no translation
 */
export function translateServerMessage(text: string): string {
  const locale = currentLocale();
  if (locale === 'en') return text;
  const translation = translate(text);
  return translation !== undefined && locale === 'en-XA' ? toPseudoLocale(text) : (translation ?? text);
}

function translate(text: string): string | undefined {
  return exact.get(text) ?? translateJoined(text) ?? translateByPattern(text);
}

/** Splits at the first place where both sides have a translation, because a message may have two sentences itself. */
function translateJoined(text: string): string | undefined {
  for (const { 0: separator, index } of text.matchAll(/[.;] /g)) {
    const first = text.slice(0, index);
    const translation = exact.get(first) ?? translateByPattern(first);
    const rest = translation && translate(text.slice(index + separator.length));
    if (rest !== undefined) return `${translation}${separator === '. ' ? '។ ' : separator}${rest}`;
  }
  return undefined;
}

function translateByPattern(text: string): string | undefined {
  for (const { expression, translation: khmer } of patterns) {
    const values = expression.exec(text)?.groups;
    if (values !== undefined)
      return khmer.replace(argument, (_all, name: string) => localArgument(name, values[name] ?? ''));
  }
  return undefined;
}

/**
 * Defines translations of texts that servers and schemas have in English only (docs/translations.md).
 * @param load loads the Khmer texts by their English ones
 * @returns `translateServerMessage`, so that a module that uses it defines the texts, too
 */
export function defineServerMessages(load: {
  km: () => Promise<{ km: Texts }>;
}): typeof translateServerMessage {
  let pending: Promise<void> | undefined;
  let isLoaded = false;
  async function loadKhmer(): Promise<void> {
    try {
      addTexts((await load.km()).km);
      isLoaded = true;
    } catch (error) {
      console.warn('The Khmer texts of messages could not be loaded; English is shown', error);
      pending = undefined;
    }
  }
  addCatalogue((locale) => {
    // The pseudo-locale marks the texts that have a translation.
    if (locale === 'en' || isLoaded) return undefined;
    pending ??= loadKhmer();
    return pending;
  });
  return translateServerMessage;
}
