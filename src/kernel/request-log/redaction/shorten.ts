import type { Json } from '../../../std/json.ts';

/** The beginning of a JSON value, which is JSON of at most so many bytes: members and items that do not fit are left out. */
export function shortened(value: Json, mostBytes: number): Json {
  const room = { bytes: mostBytes };
  return part(value, room) ?? null;
}

interface Room {
  bytes: number;
}

function part(value: Json, room: Room): Json | undefined {
  if (typeof value !== 'object' || value === null) return whole(value, room);
  if (!takes(2, room)) return undefined;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      const kept = takes(1, room) ? part(item, room) : undefined;
      if (kept === undefined) break;
      items.push(kept);
    }
    return items;
  }
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const kept = takes(bytesOf(name) + 2, room) ? part(member, room) : undefined;
    if (kept === undefined) break;
    members.push([name, kept]);
  }
  return Object.fromEntries(members);
}

function whole(value: string | number | boolean | null, room: Room): Json | undefined {
  if (takes(bytesOf(value), room)) return value;
  if (typeof value !== 'string') return undefined;
  const fits = Math.floor(room.bytes / 6) - 1; // no sign takes more, quoted
  room.bytes = 0;
  return fits > 0 ? value.slice(0, fits) : undefined;
}

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

function takes(bytes: number, room: Room): boolean {
  if (bytes > room.bytes) return false;
  room.bytes -= bytes;
  return true;
}
