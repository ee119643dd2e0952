/** Milliseconds after which the browser has surely begun to save. */
const revokeDelayMs = 60_000;

/** Has the browser save a file under this name, as a download does. */
export function downloadBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokeDelayMs);
}
