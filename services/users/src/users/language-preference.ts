import type { LanguagePreference } from '@khmer-learning/contracts';

/** How the console and mails speak to a user; null: not chosen. */
export function languagePreferenceOf({
  language = null,
  numerals = null,
}: Partial<LanguagePreference>): LanguagePreference {
  return { language, numerals };
}
