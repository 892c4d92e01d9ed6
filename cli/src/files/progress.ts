import type { Io } from '../io.ts';
import { sizeOf } from '../send.ts';
import { harmless } from '../text.ts';

const pauseMs = 100;

/** One line at a terminal that tells how far all files are; nothing elsewhere. */
export interface Progress {
  /** Bytes of a file that are done. */
  of(path: string): (done: number) => void;
  /** Takes the line away, before something else is written. */
  clear(): Promise<void>;
}

export function progressOf(io: Io, total: number): Progress {
  const { stderr } = io;
  const done = new Map<string, number>();
  let [sum, last, isOpen] = [0, 0, false];
  const show = (path: string): void => {
    if (Date.now() - last < pauseMs) return;
    last = Date.now();
    isOpen = true;
    const share = total === 0 ? '' : `${String(Math.floor((100 * Math.min(sum, total)) / total)).padStart(3)} %  `;
    const line = `${share}${sizeOf(sum)}${total === 0 ? '' : ` of ${sizeOf(total)}`}  ${harmless(path)}`;
    // a line that cannot be written is not missed
    void stderr.write(`\r\u001b[K${[...line].slice(0, stderr.width - 1).join('')}`).catch(() => undefined);
  };
  return {
    of: (path) => (count) => {
      if (!stderr.isTerminal) return;
      sum += count - (done.get(path) ?? 0);
      done.set(path, count);
      show(path);
    },
    async clear() {
      if (isOpen) await stderr.write('\r\u001b[K');
      isOpen = false;
    },
  };
}
