import fc from 'fast-check';
import { centsToUsdInput, formatCentsAsUsd, parseUsdInput } from './usd-input.ts';

const errorOf = (typed: string) => {
  const parsed = parseUsdInput(typed);
  return 'error' in parsed ? parsed.error : parsed;
};

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1_999, '$19.99'],
    [123_456_789, '$1,234,567.89'],
  ])('%i cents are shown as %s', (cents, text) => {
    expect(formatCentsAsUsd(cents)).toBe(text);
  });

  it.each([
    ['4.99', 499],
    ['9,99', 999],
    ['4.9', 490],
    ['4,9', 490],
    ['4.', 400],
    ['4', 400],
    ['.5', 50],
    [',50', 50],
    ['1234', 123_400],
    ['$ 1,250.07', 125_007],
    ['1.250,07', 125_007],
    ['1,234,567', 123_456_700],
    ['1.234.567', 123_456_700],
    ['1.234.567,8', 123_456_780],
    ['  19.99 ', 1_999],
    // 1.15 * 100 is 114.99999999999999 in floating point.
    ['1.15', 115],
    ['8.2', 820],
    ['0', 0],
    ['-4', -400],
    ['-$4,50', -450],
  ])('%s is %i cents', (typed, cents) => {
    expect(parseUsdInput(typed)).toEqual({ cents });
  });

  it.each([
    '',
    '.',
    'five',
    '1e3',
    '4 99',
    '٤',
    '--4',
    '-$-4',
    '1,23,456',
    '1.234,567,890',
    '12,34.5',
    '4..5',
  ])('%p is no amount', (typed) => {
    expect(errorOf(typed)).toBe('Enter an amount such as 4.99 or 4,99');
  });

  it.each(['0.005', '0,995', '.005', '1234.567', '1,234.567', '9.9999', '9,9999'])(
    '%s is refused, because it has half cents',
    (typed) => {
      expect(errorOf(typed)).toBe('Enter at most two decimals: half cents cannot be charged or refunded');
    },
  );

  it.each([
    ['1,234', '1234'],
    ['1.234', '1234'],
    ['$9.995', '9995'],
    ['10.000', '10000'],
  ])('%s is refused, because it may be thousands or decimals', (typed, thousands) => {
    expect(errorOf(typed)).toContain(`has two meanings: enter ${thousands}, or at most two decimals`);
  });

  const anyCents = fc.integer({ min: -100_000_000, max: 100_000_000 });

  it('survives a round trip through the input field', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseUsdInput(centsToUsdInput(cents))).toEqual({ cents });
      }),
    );
  });

  it.each(['en-US', 'de-DE'])(
    'is read as it is written in %s, with and without thousands separators',
    (locale) => {
      const formats = [true, false].map(
        (useGrouping) => new Intl.NumberFormat(locale, { useGrouping, minimumFractionDigits: 2 }),
      );
      fc.assert(
        fc.property(anyCents, fc.constantFrom(...formats), (cents, format) => {
          expect(parseUsdInput(format.format(cents / 100))).toEqual({ cents });
        }),
      );
    },
  );

  it('is never read differently from a notation in which the text is an amount', () => {
    const point = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;
    const comma = /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/;
    const swapped = (text: string) =>
      text.replaceAll(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'));
    const text = fc.string({ unit: fc.constantFrom(...'0159.,'), minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(text, (typed) => {
        const parsed = parseUsdInput(typed);
        if ('error' in parsed) return;
        const readings = [point.test(typed) ? typed : null, comma.test(typed) ? swapped(typed) : null];
        for (const reading of readings) {
          if (reading === null) continue;
          expect(parsed.cents / 100).toBeCloseTo(Number(reading.replaceAll(',', '')), 6);
        }
      }),
      { numRuns: depth(200, 2_000) },
    );
  });
});
