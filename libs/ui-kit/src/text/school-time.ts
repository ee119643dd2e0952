/** Where the school's days begin, as its page says; undefined where it says nothing: then the browser's own count. */
function schoolTimeZone(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="console-time-zone"]')?.content;
}

type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>;

function createFormat(timeZone: string | undefined, locale: string, style: Style): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone });
  } catch {
    // A zone that this browser does not know yet.
    return new Intl.DateTimeFormat(locale, style);
  }
}

const formatCache = new Map<string, Intl.DateTimeFormat>();

function cachedFormat(locale: string, style: Style): Intl.DateTimeFormat {
  const timeZone = schoolTimeZone();
  const key = `${timeZone} ${locale} ${style.dateStyle} ${style.timeStyle}`;
  const known = formatCache.get(key) ?? createFormat(timeZone, locale, style);
  formatCache.set(key, known);
  return known;
}

/** A moment as the school's clock and calendar have it, wherever the browser is: `May 4, 2026`. */
export function formatSchoolTime(at: Date, style: Style): string {
  return cachedFormat('en', style).format(at);
}

/** How far the school's clock is ahead of UTC at a moment. */
function utcOffsetMs(at: number): number {
  const [day, time] = cachedFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .split(' ');
  return Date.parse(`${day}T${time}Z`) - at;
}

/**
 * The first moment of a day of the school's.
 * @param day `2026-05-04`
 * @param daysLater of another day, counted from this one
 * @returns undefined when `day` is no day
 */
export function startOfSchoolDay(day: string, daysLater = 0): Date | undefined {
  const there = new Date(`${day}T00:00:00Z`);
  there.setUTCDate(there.getUTCDate() + daysLater);
  const midnight = there.getTime();
  if (Number.isNaN(midnight)) return undefined;
  // Looked up twice: where clocks change, another offset counts at midnight than some hours from it.
  const start = new Date(midnight - utcOffsetMs(midnight - utcOffsetMs(midnight)));
  return Number.isNaN(start.getTime()) ? undefined : start;
}
