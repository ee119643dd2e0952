import { setImmediate as nextTurn } from 'node:timers/promises';
import { importMessages, maxImportFileBytes } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { ImportFileError, type ImportFileSource } from '../imports/importer.ts';
import { maxCellLength, maxColumns, maxRows, readStart, type Table, type TableRow } from './table.ts';

const megabyte = 1024 * 1024;
/** Maximum bytes of a part when it is unpacked, counted as they come: a zip bomb says that it is small. */
interface Limit {
  readonly bytes: number;
  readonly problem: string;
}
const ofSheet: Limit = { bytes: 256 * megabyte, problem: importMessages.tooLargeUnpacked };
/** What is read of the other parts stays in memory, where a text can be four times as large. */
const ofTexts: Limit = { bytes: 64 * megabyte, problem: importMessages.tooManyRows };
const ofDescription: Limit = { bytes: 16 * megabyte, problem: importMessages.broken };
/** Maximum bytes without the start or end of an element, which the parser collects; the longest cell has a third of it. */
const maxTokenBytes = megabyte;
/** Maximum number of elements in each other. Excel writes ten. */
const maxDepth = 100;
const maxSharedTexts = 5_000_000;
const maxEntries = 10_000;
const dayMs = 86_400_000;

interface Parts {
  readonly zip: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
}

type Workbook = Awaited<ReturnType<typeof readWorkbook>>;

/**
 * Opens an Excel file, read in bounded memory but for the packed file and the shared texts. @param wanted a sheet's name
 * @throws ImportFileError when it is damaged, old, protected or too large
 */
export async function openXlsx(file: ImportFileSource, wanted?: string): Promise<Table> {
  const packed = await readStart(file, maxImportFileBytes + 1);
  if (packed.length > maxImportFileBytes) throw new ImportFileError(importMessages.tooLarge);
  if (packed.subarray(0, 2).toString('latin1') !== 'PK')
    throw new ImportFileError(
      packed.includes(Buffer.from('EncryptedPackage', 'utf16le'))
        ? importMessages.password
        : importMessages.oldExcel,
    );
  const workbook = await readWorkbook(packed).catch((error: unknown) => {
    throw importError(error);
  });
  const [first] = workbook.sheets;
  const sheet = workbook.sheets.find(({ name }) => name === wanted) ?? first;
  if (!sheet) throw new ImportFileError(importMessages.broken);
  return {
    sheets: workbook.sheets.map(({ name }) => name),
    sheet: sheet.name,
    encoding: null,
    rows: () => readRows(workbook, sheet.path),
  };
}

/** Any other error is that of a damaged file: the libraries have no class for theirs. */
const importError = (error: unknown) =>
  error instanceof ImportFileError ? error : new ImportFileError(importMessages.broken);

/** Reads what a workbook has besides its rows. */
async function readWorkbook(packed: Buffer) {
  const zip = await yauzl.fromBufferPromise(packed, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new ImportFileError(importMessages.password);
    if (entries.size >= maxEntries) throw new ImportFileError(importMessages.tooManyRows);
    entries.set(entry.fileName, entry);
  }
  const parts = { zip, entries };
  const targets = new Map<string, string>();
  for await (const elements of readElements(parts, 'xl/_rels/workbook.xml.rels', ofDescription))
    for (const { name, attributes } of elements) {
      const { Id = '', Target = '' } = attributes;
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    }
  const sheets: { name: string; path: string }[] = [];
  let epoch = Date.UTC(1899, 11, 30);
  for await (const elements of readElements(parts, 'xl/workbook.xml', ofDescription))
    for (const { name, attributes } of elements) {
      if (name === 'workbookPr' && ['1', 'true'].includes(attributes.date1904 ?? ''))
        epoch = Date.UTC(1904, 0, 1);
      const path = name === 'sheet' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (path && entries.has(path)) sheets.push({ name: attributes.name ?? '', path });
    }
  const find = (name: string) => [...targets.values()].find((path) => path.endsWith(name)) ?? `xl/${name}`;
  return {
    ...parts,
    sheets,
    /** The day 0 of its dates. */
    epoch,
    texts: await readSharedTexts(parts, find('sharedStrings.xml')),
    dates: await readDateStyles(parts, find('styles.xml')),
  };
}

async function readSharedTexts(parts: Parts, path: string): Promise<string[]> {
  const texts: string[] = [];
  let value = '';
  for await (const elements of readElements(parts, path, ofTexts))
    for (const { name, text } of elements) {
      if (name === 't' && value.length < maxCellLength) value += unescapeText(text);
      if (name !== 'si') continue;
      if (texts.length >= maxSharedTexts) throw new ImportFileError(importMessages.tooManyRows);
      texts.push(value);
      value = '';
    }
  return texts;
}

/** Excel writes characters that XML does not have as `_x000D_`. */
const unescapeText = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A format that is like one of Excel's own: of a time, of a day, or of no date. */
function builtInFormat(id: number): string {
  if ((id >= 18 && id <= 22) || (id >= 45 && id <= 47)) return 'h';
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 48 && id <= 58) ? 'd' : '';
}

/** Whether the cells of each style are dates. */
async function readDateStyles(parts: Parts, path: string) {
  const custom = new Map<number, string>();
  const dates: ('date' | 'time' | undefined)[] = [];
  for await (const elements of readElements(parts, path, ofDescription))
    for (const { name, parent, attributes } of elements) {
      const id = Number(attributes.numFmtId ?? 0);
      if (name === 'numFmt') {
        const shown = (attributes.formatCode ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
        custom.set(id, shown.split(';')[0] ?? '');
      }
      if (name !== 'xf' || parent !== 'cellXfs') continue;
      const code = custom.get(id) ?? builtInFormat(id);
      dates.push(/[hs]/i.test(code) ? 'time' : /[dy]|m.*m/i.test(code) ? 'date' : undefined);
    }
  return dates;
}

interface Element {
  /** Without prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The name of the element that contains it. */
  readonly parent: string | undefined;
  /** Its own text, up to the end of the piece that reaches `maxCellLength`. */
  text: string;
}

/**
 * Reads the elements of a part as they end, but for the pronunciation above a text (`rPh`). No part has none.
 * Yields once for each piece of the file, so that the reader sets the pace. @throws ImportFileError when the part is too large, or
 * has more in one element or between two than can be a cell
 */
async function* readElements(
  { zip, entries }: Parts,
  path: string,
  limit: Limit,
): AsyncGenerator<readonly Element[]> {
  const entry = entries.get(path);
  if (!entry) return;
  const parser = new SaxesParser();
  const open: Element[] = [];
  let ended: Element[] = [];
  let pronunciations = 0;
  let tokenBytes = 0;
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element && element.text.length < maxCellLength) element.text += piece;
  };
  parser.on('opentag', ({ name: prefixed, attributes }: SaxesTagPlain) => {
    const name = prefixed.slice(prefixed.indexOf(':') + 1);
    if (open.length === maxDepth) throw new ImportFileError(importMessages.broken);
    tokenBytes = 0;
    if (name === 'rPh') pronunciations += 1;
    open.push({ name, attributes, parent: open.at(-1)?.name, text: '' });
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    tokenBytes = 0;
    if (element && pronunciations === 0) ended.push(element);
    if (element?.name === 'rPh') pronunciations -= 1;
  });
  parser.on('error', (error) => {
    throw error;
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  for await (const bytes of await zip.openReadStreamPromise(entry)) {
    size += (bytes as Buffer).length;
    tokenBytes += (bytes as Buffer).length;
    if (size > limit.bytes) throw new ImportFileError(limit.problem);
    if (tokenBytes > maxTokenBytes) throw new ImportFileError(importMessages.broken);
    parser.write(decoder.decode(bytes as Buffer, { stream: true }));
    await nextTurn();
    yield ended;
    ended = [];
  }
  parser.write(decoder.decode()).close();
  yield ended;
}

async function* readRows(workbook: Workbook, path: string): AsyncGenerator<TableRow> {
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let value = '';
  let inline = '';
  try {
    for await (const elements of readElements(workbook, path, ofSheet))
      for (const { name, attributes, text } of elements) {
        if (name === 'v') value = text;
        else if (name === 't' && inline.length < maxCellLength) inline += unescapeText(text);
        else if (name === 'c') {
          column = attributes.r ? columnOf(attributes.r) : column + 1;
          if (column >= 0 && column < maxColumns) {
            while (cells.length < column) cells.push('');
            cells[column] = attributes.t === 'inlineStr' ? inline : toText(value, attributes, workbook);
          }
          value = '';
          inline = '';
        } else if (name === 'row') {
          line = Number(attributes.r ?? line + 1);
          if (!(line <= maxRows)) throw new ImportFileError(importMessages.tooManyRows);
          if (!cells.every(isBlank)) yield { line, cells };
          cells = [];
          column = -1;
        }
      }
  } catch (error) {
    throw importError(error);
  }
}

/** The column of a cell such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const digit = letter.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    column = column * 26 + digit;
  }
  return column - 1;
}

/** The text that a person sees of a value, of a formula that of its last result. @param cell its type and style */
function toText(
  value: string,
  { t: type = 'n', s: style = '0' }: Element['attributes'],
  { texts, dates, epoch }: Workbook,
): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '');
  if (type !== 'n' || value === '') return unescapeText(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const kind = dates[Number(style)];
  const moment = new Date(epoch + Math.round(number * dayMs));
  if (!kind || Number.isNaN(moment.getTime())) return toNumberText(number);
  if (number < 1 && kind === 'time') return moment.toISOString().slice(11, 19);
  const day = moment.toISOString().slice(0, 10);
  return kind === 'date' ? day : `${day} ${moment.toISOString().slice(11, 19)}`;
}

/** 15 digits, as Excel shows them: 0.1 + 0.2 is 0.3. Without an exponent, as of a long number. */
function toNumberText(number: number): string {
  const rounded = Number(number.toPrecision(15));
  return Math.abs(rounded) < 1e21 && Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded);
}
