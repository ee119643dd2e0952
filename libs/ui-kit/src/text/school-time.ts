import { currentLanguage, formatLocale } from '../i18n/language.ts';
import { message } from '../messages/messages.ts';

/** The school's time zone from the page's `console-time-zone` meta tag; undefined (the browser's zone) without it. */
function schoolTimeZone(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="console-time-zone"]')?.content;
}

type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>;

function createFormat(timeZone: string | undefined, locale: string, style: Style): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...style, hourCycle: 'h23', timeZone });
  } catch {
    // This browser does not know the time zone.
    return new Intl.DateTimeFormat(locale, { ...style, hourCycle: 'h23' });
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

/** Formats a time in the page's language and the school's time zone, with the hours from 00 to 23: `May 4, 2026, 06:00`. */
export function formatSchoolTime(at: Date | number, style: Style): string {
  if (currentLanguage() === 'km') return formatKhmerTime(at, style);
  return cachedFormat(formatLocale(), style).format(at);
}

/** The messages of the names that `Intl` has in English. */
const nameIds = {
  January: 'date.january',
  February: 'date.february',
  March: 'date.march',
  April: 'date.april',
  May: 'date.may',
  June: 'date.june',
  July: 'date.july',
  August: 'date.august',
  September: 'date.september',
  October: 'date.october',
  November: 'date.november',
  December: 'date.december',
  Monday: 'date.monday',
  Tuesday: 'date.tuesday',
  Wednesday: 'date.wednesday',
  Thursday: 'date.thursday',
  Friday: 'date.friday',
  Saturday: 'date.saturday',
  Sunday: 'date.sunday',
} as const;

const isNamed = (name: string): name is keyof typeof nameIds => Object.hasOwn(nameIds, name);

/** A date with Khmer names, which not every browser has: `4 ឧសភា 2026, 06:00`. */
function formatKhmerTime(at: Date | number, { dateStyle, timeStyle }: Style): string {
  const time = timeStyle && cachedFormat(formatLocale(), { timeStyle }).format(at);
  if (dateStyle === undefined) return time ?? '';
  const read = readParts(at);
  const date = { day: read('day'), month: read('month'), year: read('year') };
  const text =
    dateStyle === 'full'
      ? message('date.full', { ...date, weekday: read('weekday') })
      : message('date.medium', date);
  return time === undefined ? text : `${text}, ${time}`;
}

/** Reads the parts of a date in the page's language, such as its weekday. */
function readParts(at: Date | number): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = cachedFormat(formatLocale(), { dateStyle: 'full' }).formatToParts(at);
  return (type) => {
    const value = parts.find((part) => part.type === type)?.value ?? '';
    return currentLanguage() === 'km' && isNamed(value) ? message(nameIds[value]) : value;
  };
}

/** The weekday of a day of the school's calendar, such as `2026-05-04`: `Monday`. */
export function formatSchoolWeekday(day: string): string {
  return readParts(startOfSchoolDay(day) ?? 0)('weekday');
}

/** A month of the school's calendar, such as `2026-05`: `May 2026`. */
export function formatSchoolMonth(month: string): string {
  const read = readParts(startOfSchoolDay(`${month}-01`) ?? 0);
  return `${read('month')} ${read('year')}`;
}

/** Formats a time in the school's time zone, to the minute: `Nov 24, 2026, 06:00`. */
export function formatSchoolMinute(at: Date): string {
  return formatSchoolTime(at, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The name of the school's time zone: `Asia/Phnom_Penh`. */
export function schoolTimeZoneName(): string {
  return cachedFormat('en', {}).resolvedOptions().timeZone;
}

/** Formats a day of the school's calendar, such as `2026-05-04`: `May 4, 2026`. Anything else stays as it is. */
export function formatSchoolDay(day: string): string {
  const start = startOfSchoolDay(day);
  return start === undefined ? day : formatSchoolTime(start, { dateStyle: 'medium' });
}

/** A time in the school's time zone, as date and time fields of forms have it. */
export interface SchoolClockTime {
  /** `2026-05-04` */
  readonly day: string;
  /** `06:00` */
  readonly time: string;
}

/** The day and the time of day in the school's time zone. */
export function toSchoolClockTime(at: Date): SchoolClockTime {
  const [day = '', time = ''] = cachedFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .split(' ');
  return { day, time };
}

/** The moment of a day and time in the school's time zone; undefined when they are not valid. A time that clocks skip is moved on. */
export function fromSchoolClockTime({ day, time }: SchoolClockTime): Date | undefined {
  const there = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(there) ? undefined : fromSchoolClock(there);
}

/** The offset of the school's time zone from UTC at a time, in milliseconds. */
function utcOffsetMs(at: number): number {
  const [day, time] = cachedFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .split(' ');
  return Date.parse(`${day}T${time}Z`) - at;
}

/** @param there what the school's clocks show, as if they showed UTC, in milliseconds */
function fromSchoolClock(there: number): Date | undefined {
  // Compute the offset twice: on a day when clocks change, the first result may use the wrong offset.
  const at = new Date(there - utcOffsetMs(there - utcOffsetMs(there)));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The start of a day in the school's time zone, or of one some days later; undefined when `day`, `2026-05-04`, is not valid. */
export function startOfSchoolDay(day: string, daysLater = 0): Date | undefined {
  const there = new Date(`${day}T00:00:00Z`);
  there.setUTCDate(there.getUTCDate() + daysLater);
  const midnight = there.getTime();
  return Number.isNaN(midnight) ? undefined : fromSchoolClock(midnight);
}
