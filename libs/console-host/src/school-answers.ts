import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownAnswers } from '@khmer-learning/remote-build/dev-host';
import { z } from 'zod';

/** What a running school has answered to `GET`, by path. */
export type RecordedAnswers = Readonly<Record<string, unknown>>;

const listSchema = z.looseObject({ total: z.number() });
const rowSchema = z.record(z.string(), z.unknown());

/** Whether a row is among those that a query asks for: its text has the search, and its fields have the filters' values. */
function isWanted(row: unknown, query: URLSearchParams): boolean {
  const { data: fields = {} } = rowSchema.safeParse(row);
  const search = query.get('search')?.trim().toLowerCase() ?? '';
  if (!JSON.stringify(row).toLowerCase().includes(search)) return false;
  return [...query].every(([name, value]) => {
    const own = fields[name];
    const isFilter = ['string', 'number', 'boolean'].includes(typeof own);
    return !isFilter || value === '' || value.split(',').includes(String(own));
  });
}

/** The page of a recorded list that a query asks for; any other answer as it is. */
function pageOf(body: unknown, query: URLSearchParams): unknown {
  const list = listSchema.safeParse(body).data;
  const [name, rows] = Object.entries(list ?? { '': body }).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined || !Array.isArray(rows)) return body;
  const wanted = rows.filter((row) => isWanted(row, query));
  const offset = Number(query.get('offset') ?? 0);
  const page = wanted.slice(offset, offset + Number(query.get('limit') ?? wanted.length));
  return list ? { ...list, [name]: page, total: wanted.length } : page;
}

/** What was recorded of the same endpoint for another item, under the id that is asked for. */
function answerOfAnother(recorded: RecordedAnswers, pattern: string, path: string): unknown {
  const parts = pattern.split('/');
  const at = parts.findIndex((part) => part.startsWith(':'));
  if (at === -1) return undefined;
  const isOther = (part: string, own: string | undefined) =>
    part.startsWith(':') ? /^\d+$/.test(own ?? '') : part === own;
  const other = Object.keys(recorded).find((known) => {
    const given = known.split('/');
    return given.length === parts.length && parts.every((part, n) => isOther(part, given[n]));
  });
  const body = other === undefined ? undefined : recorded[other];
  const id = Number(path.split('/')[at]);
  const { data: fields } = rowSchema.safeParse(body);
  return fields && 'id' in fields && Number.isInteger(id) ? { ...fields, id } : body;
}

/** The file with which a team answers a call: `api/lessons.json` a GET, `api/lessons.POST.json` a POST. */
function fixtureFile(folder: string, method: string, path: string): string | undefined {
  const isName = path.split('/').every((part) => /^[\w-]*(?:\.[\w-]+)*$/.test(part));
  const file = join(folder, `${path}${method === 'GET' ? '' : `.${method}`}.json`);
  return isName && existsSync(file) ? file : undefined;
}

/**
 * The answers of a school that is only files. A team's file comes first and is read for each call. Then, for `GET`, what was recorded:
 * lists are searched, filtered and paged; an item that was not recorded looks like one that was.
 *
 * @param fixtures a team's folder of answers
 * @returns answers for the fake API; they throw if a team's file is no JSON
 */
export function createSchoolAnswers(recorded: RecordedAnswers, fixtures?: string): KnownAnswers {
  return ({ method, path, query }, endpoint) => {
    const file = fixtures === undefined ? undefined : fixtureFile(fixtures, method, path);
    if (file !== undefined) {
      const body: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return method === 'GET' ? pageOf(body, query) : body;
    }
    if (method !== 'GET' || endpoint === undefined) return undefined;
    if (path in recorded) return pageOf(recorded[path], query);
    return answerOfAnother(recorded, endpoint.path, path);
  };
}
