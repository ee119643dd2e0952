import { formatLocale } from './language.ts';

const numberFormats = new Map<string, Intl.NumberFormat>();

/** A number, amount or share in the page's language and numerals: `1,234.5`. Call it while rendering, as both may change. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const locale = formatLocale();
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, format);
  return format.format(value);
}

/** A number without separators between its digits: `1234`. */
export const formatDigits = (value: number): string =>
  formatNumber(value, { useGrouping: false, maximumFractionDigits: 20 });
