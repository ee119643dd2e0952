/** One per time zone, because building one takes far longer than using it. A process uses one time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar day of a moment in `timeZone`, as `YYYY-MM-DD`. Asia/Phnom_Penh is UTC+7: 31 October 17:00 UTC is already
 * 1 November there. `Intl` takes a fifteenth of the time of Temporal.
 */
export function dayOf(moment: Date, timeZone: string): string {
  // The Canadian date format is `2026-05-04`.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(moment);
}
