import type { Mend } from './mends.ts';

/** Another name for the instance whose arguments begin there; there may be blanks between. */
export function nameMend(bytes: Uint8Array, open: number, name: string, text: string): Mend {
  const start = Math.max(0, open - name.length - 80);
  const before = Buffer.from(bytes.slice(start, open)).toString('latin1').toUpperCase();
  const from = start + before.lastIndexOf(name);
  return { from, to: from + name.length, text };
}
