import type { DatabaseSync } from 'node:sqlite';
import { frozen, sizeOf } from './remembered.ts';

const mostKept = 20_000;
const readsPerLook = 256;

/** Results of reads, remembered as long as nobody has committed anything. */
export interface ReadMemory {
  /** The result of `read`, or the one that this way of reading had since the last commit. Its rows are frozen. */
  recall<R>(sql: string, way: string, parameters: readonly unknown[], read: () => R): R;
  /** To be called after each commit of this process. */
  forget(): void;
}

/** The map of a key in a map of maps: a text that joins the keys would have to be made and hashed at each read. */
function below(place: Map<unknown, unknown>, key: unknown): Map<unknown, unknown> {
  const found = place.get(key);
  if (found instanceof Map) return found;
  const made = new Map<unknown, unknown>();
  place.set(key, made);
  return made;
}

/**
 * A memory that forgets as soon as any process has committed to the file, which SQLite's own `data_version` tells. It
 * is looked at in each turn of the event loop, and again after some reads: a request is handled in the turn in which it
 * was found to have arrived, so whatever its sender knew to be committed was so before the look.
 */
export function readMemory(reader: DatabaseSync): ReadMemory {
  const version = reader.prepare('PRAGMA data_version');
  let known = new Map<unknown, unknown>();
  let size = 0;
  let knownVersion: unknown;
  let readsLeft = 0;
  const endTurn = () => {
    readsLeft = 0;
  };

  function look(): void {
    readsLeft = readsPerLook;
    setImmediate(endTurn);
    const now = version.get()?.data_version;
    if (now === knownVersion && size < mostKept) return;
    knownVersion = now;
    known = new Map();
    size = 0;
  }

  return {
    recall<R>(sql: string, way: string, parameters: readonly unknown[], read: () => R): R {
      if (readsLeft-- <= 0) look();
      let results = below(below(known, sql), way);
      const last = parameters.length - 1;
      for (let at = 0; at < last; at++) results = below(results, parameters[at]);
      const key = parameters[last];
      const before = results.get(key);
      if (before !== undefined || results.has(key)) return before as R;
      const result = frozen(read());
      results.set(key, result);
      size += sizeOf(result);
      return result;
    },
    forget: endTurn,
  };
}
