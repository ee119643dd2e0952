import { z } from 'zod';

const text = z.string().min(1);

/**
 * A text of a manifest: in English alone, or in English and Khmer. Since contract 3.3 the latter. Further languages are ignored, so
 * that a later remote is readable.
 */
export const localizedTextSchema = z.union([text, z.object({ en: text, km: text.optional() })], {
  error: 'Must be a text, or an object with the text in English (en) and possibly in Khmer (km)',
});
export type LocalizedText = z.infer<typeof localizedTextSchema>;

/** A part of a manifest as it is shown: every `LocalizedText` in it is a string. */
export type Localized<Part> = Part extends { en: string; km?: string | undefined }
  ? string
  : Part extends readonly (infer Item)[]
    ? Localized<Item>[]
    : Part extends object
      ? { [Key in keyof Part]: Localized<Part[Key]> }
      : Part;

/** Writes a Khmer text as the page shows it, such as with its numerals. */
type FormatKhmer = (text: string) => string;

/**
 * A text in a language; in English when it is not translated.
 * @param formatKhmer of `ui-kit`: `formatKhmerText`
 */
export function localize(
  text: LocalizedText,
  language: 'en' | 'km',
  formatKhmer: FormatKhmer = String,
): string {
  if (typeof text === 'string') return text;
  return language === 'km' && text.km !== undefined ? formatKhmer(text.km) : text.en;
}

const isTranslated = (value: object): value is Exclude<LocalizedText, string> =>
  'en' in value && typeof value.en === 'string';

/** A part of a manifest, with all its texts in one language. @param formatKhmer as of `localize` */
export function localizePart<Part>(
  part: Part,
  language: 'en' | 'km',
  formatKhmer?: FormatKhmer,
): Localized<Part>;
export function localizePart(part: unknown, language: 'en' | 'km', formatKhmer?: FormatKhmer): unknown {
  const localized = (value: unknown) => localizePart(value, language, formatKhmer);
  if (Array.isArray(part)) return part.map(localized);
  if (typeof part !== 'object' || part === null) return part;
  if (isTranslated(part)) return localize(part, language, formatKhmer);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, localized(value)]));
}
