/** What comes after the last dot of a name, in small letters. */
export const endingOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

/** What the server would refuse of the name of a file or folder. */
export function nameFault(name: string): string | null {
  if (/[\\/:*?"<>|]/.test(name)) return 'A name cannot contain any of \\ / : * ? " < > |';
  if (name.trim().endsWith('.')) return 'A name cannot end with a dot.';
  return null;
}
