import type { ImportTable } from '@khmer-learning/contracts';
import { otherTexts, rowReader } from '../tables/columns.ts';
import { openTable } from '../tables/read-table.ts';
import { type Corrections, correctionKey, createCorrector } from './corrections.ts';
import type {
  CheckReporter,
  ImportFileSource,
  JsonImporter,
  JsonItem,
  JsonList,
  ReadLine,
  TableImporter,
} from './importer.ts';
import { assertFileFormat, streamJsonValues } from './stream-json-values.ts';

/** A stored file, ready to be checked with its corrections. */
export interface OpenedFile {
  /** The labels of the cells, by name. */
  readonly labels: Readonly<Record<string, string>>;
  check(reporter: CheckReporter): Promise<void>;
}

/** Opens a JSON file. @throws ImportFileError when it has another format */
export async function openJson(
  importer: JsonImporter,
  file: ImportFileSource,
  corrections: Corrections | null,
): Promise<OpenedFile> {
  const names = Object.keys(importer.lists);
  await assertFileFormat(file, importer.format, names);
  const correct = createCorrector(corrections);

  async function* items(): AsyncGenerator<JsonItem> {
    for await (const { name, value, itemNumber: line } of streamJsonValues(file, names)) {
      const list = importer.lists[name];
      if (!list) continue;
      const { cells, ...texts } = correct(correctionKey(line, list.thing), textsOf(value, list));
      const corrected = cells ? replaceTexts(value, cells, list) : value;
      const title = titleOf(corrected) ?? '';
      yield { name, line, value: corrected, title, source: () => corrected, ...texts };
    }
  }

  return {
    labels: Object.assign({}, ...Object.values(importer.lists).map(({ cells }) => cells)),
    check: (reporter) => importer.check(items, reporter),
  };
}

function titleOf(value: unknown): string | undefined {
  const { title } = Object(value);
  return typeof title === 'string' ? title : undefined;
}

/** The texts of an item by field; a missing one is empty, and a list or object is none. */
function textsOf(item: unknown, { cells, titled }: JsonList): Record<string, string> {
  const fields = new Map<string, unknown>(Object.entries(Object(item)));
  return Object.fromEntries(
    Object.keys(cells).flatMap((name) => {
      const value = (name === titled ? titleOf(fields.get(name)) : fields.get(name)) ?? '';
      return typeof value === 'object' ? [] : [[name, String(value)]];
    }),
  );
}

function replaceTexts(
  item: unknown,
  texts: Readonly<Record<string, string>>,
  { titled = '' }: JsonList,
): object {
  const { [titled]: title } = texts;
  const replaced = title === undefined ? texts : { ...texts, [titled]: { ...Object(item)[titled], title } };
  return { ...Object(item), ...replaced };
}

/** Opens a table whose columns are known. @throws ImportFileError when it cannot be read */
export async function openRows(
  importer: TableImporter,
  file: ImportFileSource,
  { columns, sheet }: Pick<ImportTable, 'columns' | 'sheet'>,
  corrections: Corrections | null,
): Promise<OpenedFile> {
  const table = await openTable(file, importer.fields, sheet ?? undefined);
  const correct = createCorrector(corrections);
  const read = rowReader(importer.fields, columns);

  async function* rows(): AsyncGenerator<ReadLine> {
    let isHeading = true;
    for await (const { line, cells } of table.rows()) {
      if (!isHeading) {
        const { cells: _corrected, ...texts } = correct(correctionKey(line), read(cells));
        yield { line, source: () => ({ ...texts.values, ...otherTexts(cells, columns) }), ...texts };
      }
      isHeading = false;
    }
  }

  return {
    labels: Object.fromEntries(importer.fields.map(({ name, label }) => [name, label])),
    check: (reporter) => importer.check(rows, reporter),
  };
}
