/** Milliseconds after which the browser has certainly started the download. */
const revokeDelayMs = 60_000;

/** Makes the browser download `content` as a file called `name`. */
export function downloadBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokeDelayMs);
}
