const momentPattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Whether a text in a file is a moment, in any notation of ISO 8601 to which programs rewrite that of an export: another time zone,
 * more digits, or no milliseconds, which then count as cut off. Without a time zone it is in UTC, as in exports. Never throws.
 */
export function isSameMoment(text: string, moment: Date): boolean {
  const [, day, time, fraction, zone = 'Z'] = momentPattern.exec(text) ?? [];
  const parsed = Date.parse(`${day}T${time}.${(fraction ?? '').padEnd(3, '0').slice(0, 3)}${zone}`);
  const precision = fraction === undefined ? 1_000 : 1;
  return parsed === Math.floor(moment.getTime() / precision) * precision;
}
