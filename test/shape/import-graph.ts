import { globSync, readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';

/** Source files and the files they import. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The files of a pattern with what they import, type imports counted; tests are free. */
export const importGraph = (pattern: string): ImportGraph =>
  new Map(
    globSync(pattern)
      .filter((file) => !/\.(slow-)?test\.ts$/.test(file) && !file.includes('/testing/'))
      .map((file) => [file, importsOf(file)]),
  );

const typeImports = /^(?:import|export) type [^;]*;/gm;

/** What a file imports. `types: false` leaves out what is gone when the program runs. */
export function importsOf(file: string, { types = true } = {}): string[] {
  const whole = readFileSync(file, 'utf8');
  const text = types ? whole : whole.replaceAll(typeImports, '');
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
  return found.map(([, path = '']) => normalize(`${dirname(file)}/${path}`));
}

/** Ways that lead back to where they began. */
export function cyclesOf(graph: ImportGraph): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, trail: readonly string[]) => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (done.has(file) || trail.includes(file)) return;
    for (const target of graph.get(file) ?? []) walk(target, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return cycles;
}

/** Which rooms of a folder stand on which: a room is a folder in it, or a file that lies in it alone. */
export function roomsOf(folder: string, imports: ImportGraph): ImportGraph {
  const roomOf = (file: string): string | undefined =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined;
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    if (room === undefined) continue;
    const others = rooms.get(room) ?? new Set();
    for (const other of targets.map(roomOf)) if (other !== undefined && other !== room) others.add(other);
    rooms.set(room, others);
  }
  return new Map([...rooms].map(([room, others]) => [room, [...others]]));
}

/** Every folder above the files. */
export const foldersOf = (imports: ImportGraph): ReadonlySet<string> =>
  new Set(
    [...imports.keys()]
      .flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/')))
      .filter(Boolean),
  );
