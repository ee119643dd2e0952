import { z } from 'zod';
import { unprocessableEntity } from './paypal-error.ts';

/** An amount in the wire format: a decimal string, never a number. */
export const moneySchema = z.object({
  currency_code: z.string().length(3),
  value: z.string().max(32),
});
export type Money = z.output<typeof moneySchema>;

/** PayPal's currencies and their number of decimals. */
const currencyDecimals: ReadonlyMap<string, number> = new Map([
  ...'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'
    .split(' ')
    .map((code): [string, number] => [code, 2]),
  ...'HUF JPY TWD'.split(' ').map((code): [string, number] => [code, 0]),
]);

/** An amount in the currency's smallest unit, such as cents. */
export interface Amount {
  currency: string;
  minor: number;
}

/** Parses an amount. @param field its place in the request @throws PaypalError 422 for one that PayPal does not accept */
export function parseMoney({ currency_code, value }: Money, field: string): Amount {
  const decimals = currencyDecimals.get(currency_code);
  const at = { field, value, location: 'body' } as const;
  if (decimals === undefined)
    throw unprocessableEntity('CURRENCY_NOT_SUPPORTED', 'Currency code is not currently supported.', {
      ...at,
      value: currency_code,
    });
  const parts = /^(\d{1,10})(?:\.(\d+))?$/.exec(value);
  if (parts === null)
    throw unprocessableEntity(
      value.startsWith('-') ? 'CANNOT_BE_NEGATIVE' : 'INVALID_PARAMETER_SYNTAX',
      'Must be a positive decimal number.',
      at,
    );
  const [, whole = '0', fraction = ''] = parts;
  if (fraction.length > decimals)
    throw unprocessableEntity(
      'DECIMAL_PRECISION',
      `If the currency supports decimals, only ${decimals} decimal place precision is supported.`,
      at,
    );
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  if (minor === 0) throw unprocessableEntity('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.', at);
  return { currency: currency_code, minor };
}

/** Formats an amount for the wire: `{currency_code: 'USD', value: '12.00'}`. */
export function toWireMoney({ currency, minor }: Amount): Money {
  const decimals = currencyDecimals.get(currency) ?? 2;
  return { currency_code: currency, value: (minor / 10 ** decimals).toFixed(decimals) };
}

/** PayPal's fee: 3.49 % plus 49 cents, as for a sale in the United States. */
export function paypalFeeOf({ currency, minor }: Amount): Amount {
  const fixed = currencyDecimals.get(currency) === 0 ? 0 : 49;
  return { currency, minor: Math.min(minor, Math.round(minor * 0.0349) + fixed) };
}
