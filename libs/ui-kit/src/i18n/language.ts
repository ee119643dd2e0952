import { useSyncExternalStore } from 'react';

/** A language of the console. */
export type Language = 'en' | 'km';
/** The digits of Khmer texts: `latn` for 123, `khmr` for ១២៣. English always has the former. */
export type Numerals = 'latn' | 'khmr';
/** `en-XA` is the pseudo-locale, made of the English texts: it shows which texts are not translated or too long. */
export type Locale = Language | 'en-XA';

/** The languages to choose from, each with its own name. */
export const languages: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'km', label: 'ខ្មែរ' },
];

const languageKey = 'khmer-learning.language';
const numeralsKey = 'khmer-learning.numerals';

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden: the choice is lost on the next page load.
  }
}

/** What a user has chosen; null: nothing. */
export interface LanguageChoice {
  readonly language: Language | null;
  readonly numerals: Numerals | null;
}

/** The pseudo-locale that developers store, else the choice of the user, of this browser, its languages, else English. */
function preferredLocale(chosen: Language | null): Locale {
  const stored = readStored(languageKey);
  if (stored === 'en-XA') return stored;
  if (chosen !== null) return chosen;
  if (stored === 'en' || stored === 'km') return stored;
  const known = navigator.languages
    .map((tag) => tag.split('-')[0])
    .find((tag) => tag === 'en' || tag === 'km');
  return known === 'km' ? 'km' : 'en';
}

/** Loads a catalogue's texts of a locale. @returns undefined when they are there; the promise never rejects */
type LoadCatalogue = (locale: Locale) => Promise<void> | undefined;

const catalogues = new Set<LoadCatalogue>();
const listeners = new Set<() => void>();
let version = 0;
let wanted: Locale = 'en';
let active: Locale = 'en';
let numerals: Numerals = 'latn';

function notify(): void {
  version += 1;
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` when the language, the numerals or the loaded texts change. @returns a function that unsubscribes */
export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A number that changes whenever `subscribeToLanguage` calls its listeners. */
export const languageVersion = (): number => version;

/** Registers a catalogue. That of code which is loaded later is loaded at once: whoever loads the code may await `loadMessages`. */
export function addCatalogue(load: LoadCatalogue): void {
  catalogues.add(load);
  if (wanted !== 'en') queueMicrotask(() => void loadMessages());
}

/** The locale of the texts on the page. */
export const currentLocale = (): Locale => active;

/** The language of the page. */
export const currentLanguage = (): Language => (active === 'km' ? 'km' : 'en');

/** For `Intl`: `en`, or `en-u-nu-khmr` for Khmer digits. Chrome has no Khmer data: names of days and months are messages. */
export const formatLocale = (): string => (active === 'km' && numerals === 'khmr' ? 'en-u-nu-khmr' : 'en');

function activateWanted(): void {
  active = wanted;
  notify();
}

/** Loads and shows all texts in the page's language; await it after loading code with texts. Never rejects: English stays. */
export function loadMessages(): Promise<void> {
  const locale = wanted;
  const pending = [...catalogues].flatMap((load) => load(locale) ?? []);
  if (pending.length === 0) {
    if (active !== locale) activateWanted();
    return Promise.resolve();
  }
  return Promise.all(pending).then(() => {
    // Another language was chosen meanwhile: its own call shows it.
    if (locale === wanted) activateWanted();
  });
}

/** Changes the language once its texts are loaded, and stores the choice. The promise never rejects. */
export function setLanguage(locale: Locale): Promise<void> {
  store(languageKey, locale);
  wanted = locale;
  return loadMessages();
}

/** Sets the digits of Khmer texts, and stores the choice in this browser. */
export function setNumerals(next: Numerals): void {
  store(numeralsKey, next);
  numerals = next;
  notify();
}

function showNumerals(preferred: Numerals | null): void {
  const next = preferred ?? (readStored(numeralsKey) === 'khmr' ? 'khmr' : 'latn');
  if (next === numerals) return;
  numerals = next;
  notify();
}

function showLanguage(preferred: Language | null): Promise<void> {
  wanted = preferredLocale(preferred);
  return loadMessages();
}

/** Only what was chosen in the other tab: the rest may be the user's, and not that of this browser. */
function onStorage({ key }: StorageEvent): void {
  if (key === languageKey) void showLanguage(null);
  if (key === numeralsKey) showNumerals(null);
}

/**
 * Sets the user's choice of language and numerals, else what this browser prefers, and stores nothing. What another tab chooses is shown
 * here too. Call it before the first render; await the texts.
 */
export function startLanguage(choice: LanguageChoice | null = null): Promise<void> {
  window.addEventListener('storage', onStorage);
  showNumerals(choice?.numerals ?? null);
  return showLanguage(choice?.language ?? null);
}

/** The language and the numerals of the page, and their setters. Renders the component again when they change. */
export function useLanguage() {
  useSyncExternalStore(subscribeToLanguage, languageVersion);
  return { language: currentLanguage(), setLanguage, numerals, setNumerals };
}
