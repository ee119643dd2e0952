import { importMessages, maxImportFileBytes, type TransferKind } from '@khmer-learning/contracts';

/** Bytes read to detect the type; an exported file states its format in its first lines. */
const sniffedBytes = 2048;

/** Detects a file's type by its name and its first 2048 bytes; null if it is unknown. */
export async function detectTransferKind(file: File): Promise<TransferKind | null> {
  if (/\.csv$/i.test(file.name)) return 'vocabulary';
  const head = await file
    .slice(0, sniffedBytes)
    .text()
    .catch(() => '');
  const [, kind] = /"format"\s*:\s*"khmer-learning\/(lessons|quizzes)"/.exec(head) ?? [];
  if (kind === 'lessons' || kind === 'quizzes') return kind;
  return null;
}

/** Checks the size of a file. Returns the error message, or null. */
export function validateImportFile(file: File): string | null {
  if (file.size === 0) return importMessages.empty;
  if (file.size > maxImportFileBytes) return importMessages.tooLarge;
  return null;
}
