import { byteOrderMark } from '@khmer-learning/contracts';
import { formatCsvRows } from '@khmer-learning/transfer';
import type { PurchaseRow } from './purchase-status.ts';

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
/** Rows per chunk of the response. */
const rowsPerChunk = 200;

/** Yields a CSV file of purchases in chunks, with a byte order mark and one row per purchase. */
export async function* generatePurchasesCsv(rows: AsyncIterable<PurchaseRow>): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvRows([header]);
  let chunk: string[][] = [];
  for await (const row of rows) {
    chunk.push(toCells(row));
    if (chunk.length < rowsPerChunk) continue;
    yield formatCsvRows(chunk);
    chunk = [];
  }
  if (chunk.length > 0) yield formatCsvRows(chunk);
}

function toCells(row: PurchaseRow): string[] {
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
