/** 192 bits; decisions ask for 128 at least. */
const randomByteCount = 24;

/** A new key, `khmer_<random>_<timestamp base36>` (spec 9; decisions, API keys), as `apiKeyPattern` has it. */
export function generateApiKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomByteCount));
  const base64 = btoa(String.fromCharCode(...bytes));
  const random = base64.replaceAll('+', '-').replaceAll('/', '_');
  return `khmer_${random}_${Date.now().toString(36)}`;
}
