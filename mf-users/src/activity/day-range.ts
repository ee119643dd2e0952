/** The first moment of a local day, as a query takes it. `day` is `2026-05-04`. */
export function dayBegins(day: string | undefined): string | undefined {
  return day === undefined ? undefined : localDay(day, 0);
}

/** The first moment after a local day: a range's end is not in it. */
export function dayEnds(day: string | undefined): string | undefined {
  return day === undefined ? undefined : localDay(day, 1);
}

function localDay(day: string, daysLater: number): string | undefined {
  const date = new Date(`${day}T00:00:00`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
