/** Lets the browser save a text as a file. */
export const saveText = (name: string, text: string, type = 'text/csv'): void =>
  saveBlob(name, new Blob([text], { type }));

/** The same with any content. */
export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // a large one is still being read
}
