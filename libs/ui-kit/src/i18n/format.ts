import { formatLocale } from './language.ts';

const numberFormats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a number, an amount or a share in the language and the numerals of the page: `1,234.5`.
 * Call it while rendering: a formatted text does not change with the language.
 */
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
