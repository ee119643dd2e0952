/** 192 bits; the decisions require at least 128. */
const randomByteCount = 24;

/** Generates a key, `khmer_<random>_<timestamp base36>` (spec 9; decisions, API keys). It matches `apiKeyPattern`. */
export function generateApiKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomByteCount));
  const base64 = btoa(String.fromCharCode(...bytes));
  const random = base64.replaceAll('+', '-').replaceAll('/', '_');
  return `khmer_${random}_${Date.now().toString(36)}`;
}
