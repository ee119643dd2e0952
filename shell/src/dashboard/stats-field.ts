import type { DashboardStats } from '@khmer-learning/contracts';
import { z } from 'zod';

/** The value of a field of a response, such as `recent.items`; undefined when it does not have it. */
export function readField(response: unknown, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>(
      (at, key) => (Object.hasOwn(Object(at), key) ? Reflect.get(Object(at), key) : undefined),
      response,
    );
}

/** The number in a field of the statistics; undefined when they do not have it. */
export function readNumber(stats: DashboardStats, field: string): number | undefined {
  return z.number().safeParse(readField(stats, field)).data;
}

/** The numbers in a list of the statistics; undefined when they do not have it. */
export function readNumbers(stats: DashboardStats, field: string): number[] | undefined {
  return z.array(z.number()).min(1).safeParse(readField(stats, field)).data;
}

/** The rows in a field of the statistics. Rows of another form are left out. */
export function readRows<Row>(stats: DashboardStats, field: string, row: z.ZodType<Row>): Row[] {
  const rows = z.array(z.unknown()).safeParse(readField(stats, field)).data ?? [];
  return rows.flatMap((one) => {
    const { data } = row.safeParse(one);
    return data === undefined ? [] : [data];
  });
}
