import { z } from 'zod';

const text = z.string().min(1);

/** A text of a manifest: in English, or (since contract 3.3) in English and Khmer. Further languages are ignored, for later remotes. */
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

/** Writes a number, such as in the numerals of the page. */
type FormatDigits = (value: number) => string;

/** A number that is no part of a name or an address, such as that of `/api/v1`. */
const wholeNumber = /(?<![\w/.-])\d+(?![\w/-])/g;

/** A text in a language; in English when it is not translated. @param formatDigits writes the numbers of a Khmer text */
export function localize(
  text: LocalizedText,
  language: 'en' | 'km',
  formatDigits: FormatDigits = String,
): string {
  if (typeof text === 'string') return text;
  const khmer = language === 'km' ? text.km : undefined;
  return khmer?.replace(wholeNumber, (digits) => formatDigits(Number(digits))) ?? text.en;
}

const isTranslated = (value: object): value is Exclude<LocalizedText, string> =>
  'en' in value && typeof value.en === 'string';

/** A part of a manifest, with all its texts in one language. @param formatDigits as of `localize` */
export function localizePart<Part>(
  part: Part,
  language: 'en' | 'km',
  formatDigits?: FormatDigits,
): Localized<Part>;
export function localizePart(part: unknown, language: 'en' | 'km', formatDigits?: FormatDigits): unknown {
  const localized = (value: unknown) => localizePart(value, language, formatDigits);
  if (Array.isArray(part)) return part.map(localized);
  if (typeof part !== 'object' || part === null) return part;
  if (isTranslated(part)) return localize(part, language, formatDigits);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, localized(value)]));
}
