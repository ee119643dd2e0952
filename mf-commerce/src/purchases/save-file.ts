/** Hands a file to the browser, to be kept among the person's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by the end of this turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
