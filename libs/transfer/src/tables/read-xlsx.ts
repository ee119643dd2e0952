import { setImmediate as nextTurn } from 'node:timers/promises';
import { importMessages, maxImportFileBytes } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { ImportFileError, type ImportFileSource } from '../imports/importer.ts';
import { maxCellLength, maxColumns, maxRows, readStart, type Table, type TableRow } from './table.ts';

/** Maximum bytes that are unpacked at each reading, counted as they come: a zip bomb says that it is small. */
const maxUnpackedBytes = 256 * 1024 * 1024;
const maxSharedTexts = 5_000_000;
const maxEntries = 10_000;
const dayMs = 86_400_000;

interface Parts {
  readonly zip: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
}

/** What is known of a workbook besides its rows. */
interface Workbook extends Parts {
  readonly sheets: { readonly name: string; readonly path: string }[];
  readonly texts: readonly string[];
  /** Whether the cells of a style are dates. */
  readonly dates: readonly ('date' | 'time' | undefined)[];
  /** The day 0 of its dates. */
  readonly epoch: number;
}

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

async function readWorkbook(packed: Buffer): Promise<Workbook> {
  const zip = await yauzl.fromBufferPromise(packed, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new ImportFileError(importMessages.password);
    if (entries.size >= maxEntries) throw new ImportFileError(importMessages.tooManyRows);
    entries.set(entry.fileName, entry);
  }
  const parts = { zip, entries };
  const targets = new Map<string, string>();
  await parsePart(parts, 'xl/_rels/workbook.xml.rels', {
    open({ local, attributes: { Id = '', Target = '' } }) {
      if (local === 'Relationship')
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: { name: string; path: string }[] = [];
  let epoch = Date.UTC(1899, 11, 30);
  await parsePart(parts, 'xl/workbook.xml', {
    open({ local, attributes }) {
      if (local === 'workbookPr' && ['1', 'true'].includes(attributes.date1904 ?? ''))
        epoch = Date.UTC(1904, 0, 1);
      const path = local === 'sheet' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (path && entries.has(path)) sheets.push({ name: attributes.name ?? '', path });
    },
  });
  const find = (name: string) => [...targets.values()].find((path) => path.endsWith(name)) ?? `xl/${name}`;
  return {
    ...parts,
    ...{ sheets, epoch },
    texts: await readSharedTexts(parts, find('sharedStrings.xml')),
    dates: await readDateStyles(parts, find('styles.xml')),
  };
}

async function readSharedTexts(parts: Parts, path: string): Promise<string[]> {
  const texts: string[] = [];
  let value = '';
  await parsePart(parts, path, {
    open({ local }) {
      if (local === 'si') value = '';
    },
    text(piece, element) {
      if (element === 't' && value.length < maxCellLength) value += unescapeText(piece);
    },
    close(name) {
      if (name !== 'si') return;
      if (texts.length >= maxSharedTexts) throw new ImportFileError(importMessages.tooManyRows);
      texts.push(value);
    },
  });
  return texts;
}

/** Excel writes characters that XML does not have as `_x000D_`. */
const unescapeText = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Formats of Excel that are dates, and those that have a time. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);
const hasBuiltInTime = (id: number) => (id >= 18 && id <= 22) || (id >= 45 && id <= 47);

async function readDateStyles(parts: Parts, path: string): Promise<Workbook['dates']> {
  const custom = new Map<number, string>();
  const dates: ('date' | 'time' | undefined)[] = [];
  let isCellFormat = false;
  await parsePart(parts, path, {
    open({ local, attributes }) {
      const id = Number(attributes.numFmtId ?? 0);
      if (local === 'numFmt')
        custom.set(
          id,
          (attributes.formatCode ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').split(';')[0] ?? '',
        );
      if (local === 'cellXfs') isCellFormat = true;
      if (local !== 'xf' || !isCellFormat) return;
      const code = custom.get(id);
      const isDate = code === undefined ? isBuiltInDate(id) : /[dy]|m.*m|[hs]/i.test(code);
      const hasTime = code === undefined ? hasBuiltInTime(id) : /[hs]/i.test(code);
      dates.push(isDate ? (hasTime ? 'time' : 'date') : undefined);
    },
    close(name) {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return dates;
}

interface Handlers {
  open(tag: { local: string; attributes: Readonly<Record<string, string>> }): void;
  /** @param element the one that contains it; not called for the pronunciation above a text (`rPh`) */
  text?(text: string, element: string | undefined): void;
  close?(name: string): void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Parses a part of the file; none is no part. */
async function parsePart(parts: Parts, path: string, handlers: Handlers): Promise<void> {
  for await (const _ of parseInPieces(parts, path, handlers));
}

/** Parses a part piece by piece, so that its reader sets the pace. */
async function* parseInPieces(
  { zip, entries }: Parts,
  path: string,
  { open, text, close }: Handlers,
): AsyncGenerator<void> {
  const entry = entries.get(path);
  if (!entry) return;
  const parser = new SaxesParser();
  const opened: string[] = [];
  let pronunciations = 0;
  const onText = (piece: string) => {
    if (pronunciations === 0) text?.(piece, opened.at(-1));
  };
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const local = localName(name);
    opened.push(local);
    if (local === 'rPh') pronunciations += 1;
    open({ local, attributes });
  });
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    const local = opened.pop() ?? '';
    if (local === 'rPh') pronunciations -= 1;
    close?.(local);
  });
  parser.on('error', (error) => {
    throw error;
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  for await (const bytes of await zip.openReadStreamPromise(entry)) {
    size += (bytes as Buffer).length;
    if (size > maxUnpackedBytes) throw new ImportFileError(importMessages.tooLargeUnpacked);
    parser.write(decoder.decode(bytes as Buffer, { stream: true }));
    await nextTurn();
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

async function* readRows(workbook: Workbook, path: string): AsyncGenerator<TableRow> {
  let found: TableRow[] = [];
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let type = '';
  let style = 0;
  let value = '';
  const pieces = parseInPieces(workbook, path, {
    open({ local, attributes }) {
      if (local === 'row') {
        line = Number(attributes.r ?? line + 1);
        cells = [];
        column = -1;
        if (!(line <= maxRows)) throw new ImportFileError(importMessages.tooManyRows);
      } else if (local === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        value = '';
      }
    },
    text(piece, element) {
      const isText = type === 'inlineStr';
      if (element === (isText ? 't' : 'v') && value.length < maxCellLength)
        value += isText ? unescapeText(piece) : piece;
    },
    close(name) {
      if (name === 'c' && column >= 0 && column < maxColumns) {
        while (cells.length < column) cells.push('');
        cells[column] = toText(value, type, workbook, style);
      }
      if (name === 'row' && !cells.every(isBlank)) found.push({ line, cells });
    },
  });
  try {
    for await (const _ of pieces) {
      yield* found;
      found = [];
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

/** The text that a person sees of a value, of a formula that of its last result. */
function toText(value: string, type: string, { texts, dates, epoch }: Workbook, style: number): string {
  if (type === 'inlineStr') return value;
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '');
  if (type !== 'n' || value === '') return unescapeText(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const kind = dates[style];
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
