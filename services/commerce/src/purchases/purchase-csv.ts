import { Readable } from 'node:stream';
import papaparse from 'papaparse';
import type { PurchaseRow } from './purchase-status.ts';

const byteOrderMark = '\uFEFF';
const header = [
  'Id',
  'Email',
  'Main Lesson',
  'Purchase Date',
  'Payment Method',
  'Platform Type',
  'Payment Status',
  'Purchase Amount (USD)',
  'Refunded (USD)',
  'Purchase Id',
];
/** Rows that make one piece of the answer. */
const rowsAtOnce = 200;

/** Purchases as CSV that spreadsheets open: UTF-8 with a byte order mark, no cell taken for a formula. */
export function purchasesCsv(rows: AsyncIterable<PurchaseRow>): Readable {
  return Readable.from(pieces(rows), { objectMode: false });
}

async function* pieces(rows: AsyncIterable<PurchaseRow>): AsyncGenerator<string> {
  yield `${byteOrderMark}${line([header])}`;
  let gathered: string[][] = [];
  for await (const row of rows) {
    gathered.push(cells(row));
    if (gathered.length < rowsAtOnce) continue;
    yield line(gathered);
    gathered = [];
  }
  if (gathered.length > 0) yield line(gathered);
}

function line(rows: readonly string[][]): string {
  return `${papaparse.unparse([...rows], { header: false, newline: '\r\n', escapeFormulae: /^\s*[=+\-@\t\r]/ })}\r\n`;
}

function cells(row: PurchaseRow): string[] {
  return [
    String(row._id),
    row.userEmail,
    row.snapshot.title,
    row.purchaseDate.toISOString(),
    row.paymentMethod,
    row.platformType,
    row.paymentStatus,
    (row.purchaseAmount / 100).toFixed(2),
    (row.refundedAmount / 100).toFixed(2),
    row.purchaseId,
  ];
}
