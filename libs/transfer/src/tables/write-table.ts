import {
  byteOrderMark,
  escapeCsvFormula,
  type ImportTable,
  type tableFormats,
  unescapeCsvFormula,
} from '@khmer-learning/contracts';
import { inBatches } from '@khmer-learning/service-kit';
import { stringify } from 'csv-stringify/sync';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { TableField } from '../imports/importer.ts';
import { isOfReasons, problemsColumn } from './columns.ts';
import { maxCellLength, maxColumns } from './table.ts';

export type TableFormat = (typeof tableFormats)[number];

/** Rows that are formatted at a time. */
const rowsPerPiece = 100;
/** Most rows of a sheet of Excel; `maxCellLength` is the limit of a cell. */
const maxSheetRows = 1_048_576;

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
/** Rows that are read whenever they are asked for. */
export type TableRows = () => AsyncIterable<readonly string[]>;

/** Whether Excel can hold these rows; a CSV file holds any. Reads them all. */
export async function fitsExcel(rows: TableRows): Promise<boolean> {
  let count = 0;
  for await (const row of rows()) {
    count += 1;
    if (count > maxSheetRows || row.some((cell) => escapeCsvFormula(cell).length > maxCellLength))
      return false;
  }
  return true;
}

/** Formats rows as CSV (RFC 4180), with formulas escaped; `unescapeCsvFormula` restores each cell. */
export function formatCsvRows(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(escapeCsvFormula)),
    // Also quotes a lone line feed, and leading or trailing spaces, which some readers drop.
    { record_delimiter: 'windows', quoted_match: /[\r\n]|^\s|\s$/ },
  );
}

/** Formats a table as it is read, in bounded memory, with formulas escaped. @param rows for Excel those that `fitsExcel` */
export async function* formatTable(format: TableFormat, rows: Rows): AsyncGenerator<string | Uint8Array> {
  if (format === 'xlsx') {
    yield* formatXlsx(rows);
    return;
  }
  yield byteOrderMark;
  for await (const piece of inBatches(rows, rowsPerPiece)) yield formatCsvRows(piece);
}

/** The labels of the fields. */
export const headingOf = (fields: readonly TableField[]): string[] => fields.map(({ label }) => label);

/** A template with two filled lines. */
export const templateRows = (fields: readonly TableField[]): string[][] => [
  headingOf(fields),
  ...[0, 1].map((at) => fields.map(({ example }) => example[at] ?? '')),
];

/** A line with its source, for the file of refused lines. */
export interface RefusedLine {
  readonly source: unknown;
  /** Why it is refused; empty for another line that the refused ones need. */
  readonly reasons: readonly string[];
}

/**
 * Refused lines with all columns of their file, fields without a column that were corrected, and their reasons.
 * @param lines read twice; each with its values by field, and those of other columns by position
 */
export async function* refusedRows(
  fields: readonly TableField[],
  columns: readonly Pick<ImportTable['columns'][number], 'name' | 'field'>[],
  lines: () => AsyncIterable<RefusedLine>,
): AsyncGenerator<string[]> {
  const headings = new Map<string, string>(
    columns.flatMap(({ name, field }, at) =>
      field === null && isOfReasons(name) ? [] : [[field ?? String(at), unescapeCsvFormula(name)]],
    ),
  );
  const filled = new Set<string>();
  for await (const { source } of lines())
    for (const [key, value] of Object.entries(Object(source))) if (value !== '') filled.add(key);
  // Columns without a heading that nobody has filled in at the start of the file.
  for (let at = columns.length; at < maxColumns; at += 1)
    if (filled.has(String(at))) headings.set(String(at), '');
  for (const { name, label } of fields)
    if (filled.has(name) && !headings.has(name)) headings.set(name, label);
  yield [...headings.values(), problemsColumn];
  for await (const { source, reasons } of lines()) {
    const values = new Map<string, unknown>(Object.entries(Object(source)));
    yield [...[...headings.keys()].map((key) => String(values.get(key) ?? '')), reasons.join('; ')];
  }
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const parts = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** An Excel file of one sheet whose cells are all texts. */
async function* formatXlsx(rows: Rows): AsyncGenerator<Uint8Array> {
  let packed: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  for (const [name, content] of Object.entries(parts)) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(strToU8(xml + content), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml');
  zip.add(sheet);
  sheet.push(strToU8(`${xml}<worksheet xmlns="${main}"><sheetData>`));
  for await (const piece of inBatches(rows, rowsPerPiece)) {
    sheet.push(strToU8(piece.map(toRowXml).join('')));
    yield* packed;
    packed = [];
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  yield* packed;
}

const toRowXml = (row: readonly string[]) => `<row>${row.map(toCellXml).join('')}</row>`;

function toCellXml(cell: string): string {
  const text = escapeCsvFormula(cell);
  if (text.length > maxCellLength) throw new Error('A text became too long for Excel during the export');
  return text === ''
    ? '<c/>'
    : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Characters that XML does not have, or that its readers change, are written as Excel does: `_x000D_`; so is what looks like that. */
const escapeXml = (text: string) =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not have
      /[\0-\x08\x0b-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
