import type { LanguagePreference } from '@khmer-learning/contracts';
import { en } from './mail-texts.en.ts';
import { km } from './mail-texts.km.ts';
import type { Mail } from './mailer.ts';

type Language = NonNullable<LanguagePreference['language']>;
type MailKind = keyof typeof en;

type ArgumentName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ArgumentName<Rest>
  : never;

/** The values of a mail by name. An address that is not known any more is that of an administrator. */
type MailValues<Kind extends MailKind> = Readonly<
  Record<ArgumentName<(typeof en)[Kind]['subject' | 'text']>, string | number | Date | undefined>
>;

/** To whom a mail is sent, and in which language. */
export interface MailRecipient extends Partial<LanguagePreference> {
  readonly email: string;
}

const texts = { en, km };
const someAdministrator: Readonly<Record<Language, string>> = {
  en: 'An administrator',
  km: 'អ្នកគ្រប់គ្រងម្នាក់',
};

/** Formats a value for a mail in English, or in Khmer with its numerals. Times are UTC in both. */
function formatValue(value: unknown, language: Language, numerals: LanguagePreference['numerals']): string {
  const locale = `km-u-nu-${numerals ?? 'latn'}`;
  if (typeof value === 'number')
    return language === 'km' ? new Intl.NumberFormat(locale).format(value) : String(value);
  if (value instanceof Date)
    return language === 'km'
      ? new Intl.DateTimeFormat(locale, {
          dateStyle: 'full',
          timeStyle: 'long',
          hourCycle: 'h23',
          timeZone: 'UTC',
        }).format(value)
      : value.toUTCString();
  return typeof value === 'string' && value !== '' ? value : someAdministrator[language];
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** The text as HTML in its language, with one link. What people have written stays text. */
function toHtml(text: string, language: Language, link: string | undefined): string {
  const withLink = (html: string) =>
    link === undefined
      ? html
      : html.replaceAll(escapeHtml(link), (address) => `<a href="${address}">${address}</a>`);
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) => `<p>${withLink(escapeHtml(paragraph)).replaceAll('\n', '<br>')}</p>`);
  const style = language === 'km' ? ' style="line-height: 1.8"' : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body${style}>${paragraphs.join('')}</body></html>`;
}

/** Composes a mail in the recipient's language, by default English. @param values `link` becomes the link of the HTML */
export function composeMail<Kind extends MailKind>(
  kind: Kind,
  { email: to, language, numerals }: MailRecipient,
  values: MailValues<Kind>,
): Mail {
  const known = language ?? 'en';
  const byName = new Map<string, unknown>(Object.entries(values));
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_all, name: string) =>
      formatValue(byName.get(name), known, numerals ?? null),
    );
  const { subject, text } = texts[known][kind];
  const link = byName.get('link');
  const filled = fill(text);
  return {
    to,
    subject: fill(subject),
    text: filled,
    html: toHtml(filled, known, typeof link === 'string' ? link : undefined),
  };
}
