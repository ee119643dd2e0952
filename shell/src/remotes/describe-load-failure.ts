/** Error codes of the federation runtime: unreadable manifest, script not fetched, script without a container. */
const manifestErrorCode = 'RUNTIME-003';
const scriptErrorCode = 'RUNTIME-008';
const entryErrorCode = 'RUNTIME-001';

const maxReasonLength = 200;

/** The first line of the error's message, up to 200 characters. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').slice(0, maxReasonLength);
}

/** Why a remote's code could not be loaded, as a text for the user: a plain sentence, then the technical details. */
export function describeLoadFailure(label: string, error: unknown): string {
  const reason = reasonOf(error);
  if (reason.includes(manifestErrorCode))
    return `${label} is not available right now. Details: mf-manifest.json could not be read.`;
  if (reason.includes(scriptErrorCode))
    return `${label} is not available right now. Details: its script could not be loaded.`;
  if (reason.includes(entryErrorCode))
    return `${label} could not be started. Details: its script is not a remote.`;
  return `${label} could not be started. Details: ${reason.replace(/\.?$/, '.')}`;
}
