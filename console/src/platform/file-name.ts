/** What comes after the last dot of a name, in small letters. */
export const endingOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

/** Turn the direction of what follows: `exe.txt` is read as `txt.exe` with one of them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name as it is, also where hidden characters would show it in another order. */
export const shownName = (name: string): string => name.replaceAll(turning, '\ufffd');

/** What the server would refuse of the name of a file or folder, and what would mislead. */
export function nameFault(name: string): string | null {
  if (/[\\/:*?"<>|]/.test(name)) return 'A name cannot contain any of \\ / : * ? " < > |';
  if (name.search(turning) >= 0) return 'A name cannot contain hidden characters that turn its direction.';
  if (name.trim().endsWith('.')) return 'A name cannot end with a dot.';
  return null;
}
