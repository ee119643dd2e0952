/** What the federation's runtime says of a manifest it could not read, and of a script it could not fetch. */
const manifestErrorCode = 'RUNTIME-003';
const scriptErrorCode = 'RUNTIME-008';
const entryErrorCode = 'RUNTIME-001';

const maxReasonLength = 200;

/** The first line of what was thrown. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').slice(0, maxReasonLength);
}

/** Why a remote's code did not come to life, in words for the person in front of it. */
export function describeLoadFailure(label: string, error: unknown): string {
  const reason = reasonOf(error);
  if (reason.includes(manifestErrorCode))
    return `${label} cannot be reached. Its mf-manifest.json cannot be read.`;
  if (reason.includes(scriptErrorCode)) return `${label} cannot be reached. Its script cannot be loaded.`;
  if (reason.includes(entryErrorCode)) return `${label} did not start. Its script is not that of a remote.`;
  return `${label} did not start. ${reason}`;
}
