/** Masks a key for display; only its prefix stays readable: `khmer_••••••••`. */
export function maskApiKey(key: string): string {
  const prefix = key.slice(0, key.indexOf('_') + 1);
  return prefix + '•'.repeat(24);
}
