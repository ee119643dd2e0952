import { priceCurrency } from '@khmer-learning/contracts';
import { formatNumber } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

/** Formats cents as US dollars, with the page's numerals: `$9.99`. Call it while rendering. */
export function formatCentsAsUsd(cents: number): string {
  return formatNumber(cents / 100, { style: 'currency', currency: priceCurrency });
}

/** The amount that was typed, in exact cents, or a sentence that says why it is not one. */
export type UsdInput = { readonly cents: number } | { readonly error: string };

/** `9.99`, from cents, as the value of an amount field. `parseUsdInput` reads it back. */
export function centsToUsdInput(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** An optional sign and dollar sign, then digits, dots and commas. */
const amountPattern = /^(-?)\s*(?:\$\s*)?(-?)((?=[.,]*\d)[\d.,]+)$/;

/** Digits, with or without thousands separators, all of them the same one. */
const wholePattern = /^(?:\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/;

/** A single separator with three digits after it: thousands in one notation, tenths of a cent in the other. */
const ambiguousPattern = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Reads US dollars with a decimal point (`1,234.50`) or comma (`1.234,50`). What may be either, such as `1,234`, is refused. */
export function parseUsdInput(typed: string): UsdInput {
  const [, sign = '', innerSign = '', amount] = amountPattern.exec(typed.trim()) ?? [];
  if (amount === undefined || (sign !== '' && innerSign !== ''))
    return { error: message('usdInput.notAnAmount') };
  if (ambiguousPattern.test(amount)) {
    const digits = amount.replace(/[.,]/, '');
    return { error: message('usdInput.ambiguous', { amount, digits }) };
  }
  const { whole, decimals } = splitAmount(amount);
  if (!wholePattern.test(whole)) return { error: message('usdInput.notAnAmount') };
  if (decimals.length > 2) return { error: message('usdInput.tooManyDecimals') };
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
  return { cents: sign + innerSign === '' || cents === 0 ? cents : -cents };
}

/** The last separator starts the decimals, unless it occurs twice: `1,234,567` has none. */
function splitAmount(amount: string): { whole: string; decimals: string } {
  const at = Math.max(amount.lastIndexOf('.'), amount.lastIndexOf(','));
  const separator = amount.charAt(at);
  if (at < 0 || amount.indexOf(separator) !== at) return { whole: amount, decimals: '' };
  return { whole: amount.slice(0, at), decimals: amount.slice(at + 1) };
}
