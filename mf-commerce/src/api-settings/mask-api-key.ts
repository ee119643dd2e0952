/** A key as it is shown to anybody who looks over the shoulder: `khmer_••••••••`. */
export function maskApiKey(key: string): string {
  const prefix = key.slice(0, key.indexOf('_') + 1);
  return prefix + '•'.repeat(24);
}
