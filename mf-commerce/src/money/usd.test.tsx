import { formatCentsAsUsd } from '@khmer-learning/console-sdk';
import { centsToUsdInput, parseUsdInput } from './usd.ts';

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
    ['4.9', 490],
    ['4.', 400],
    ['4', 400],
    ['.5', 50],
    ['$ 1,250.07', 125_007],
    ['  19.99 ', 1_999],
    // 1.15 * 100 is 114.99999999999999 in floating point.
    ['1.15', 115],
    ['8.2', 820],
    ['0', 0],
  ])('%s is %i cents', (typed, cents) => {
    expect(parseUsdInput(typed)).toBe(cents);
  });

  it.each(['', '.', 'five', '4,99', '4.999', '-4', '1e3', '4 99', '1,25', '٤'])(
    '%p is no amount',
    (typed) => {
      expect(parseUsdInput(typed)).toBeNull();
    },
  );

  it('survives a round trip through the input field', () => {
    for (let cents = 0; cents < 20_000; cents += 1) expect(parseUsdInput(centsToUsdInput(cents))).toBe(cents);
  });
});
