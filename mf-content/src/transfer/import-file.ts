import { importMessages, maxImportFileBytes, type TransferKind } from '@khmer-learning/contracts';

/** An exported file says what it is in its first lines. */
const sniffedBytes = 2048;

/** What a file holds, by its name and its beginning; null when they do not say. */
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

/** Why a file cannot be imported, as far as the browser knows; null when it may. */
export function validateImportFile(file: File): string | null {
  if (file.size === 0) return importMessages.empty;
  if (file.size > maxImportFileBytes) return importMessages.tooLarge;
  return null;
}
