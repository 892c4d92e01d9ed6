import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/*
 * Makes a large IFC file out of a small one: its content many times over, side by side, with new GlobalIds.
 *
 *   node scripts/enlarge-ifc.ts <source.ifc> <target.ifc> [times, default 42]
 *
 * One project stays; every copy has its own site, moved by a step of 40 units in a square.
 */
const step = 40;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';
const tokens = /'(?:[^']|'')*'|#(\d+)/g;
const rooted = /^(#\d+\s*=\s*IFC\w+\(')([0-9A-Za-z_$]{22})'/;

/** Writes `times` copies of the file's instances, the same bytes for the same input. */
export async function enlargeIfc(source: string, target: string, times: number): Promise<void> {
  const text = readFileSync(source, 'latin1');
  const start = text.indexOf('DATA;') + 5;
  const end = text.lastIndexOf('ENDSEC;');
  const lines = text.slice(start, end).trim().split(/\r?\n/);
  const most = lines.reduce((most, line) => Math.max(most, Number(/^#(\d+)/.exec(line)?.[1] ?? 0)), 0);
  const project = instanceOf(lines, 'IFCPROJECT');
  const origin = siteOrigin(lines);
  const across = Math.ceil(Math.sqrt(times));
  const copies = function* () {
    yield `${text.slice(0, start)}\n`;
    for (let copy = 0; copy < times; copy++) {
      const x = step * (copy % across);
      const y = step * Math.floor(copy / across);
      // one number more for each copy: the point of its site
      const base = copy * (most + 1);
      const renamed = lines
        .filter((line) => copy === 0 || !line.startsWith(`#${project}=`))
        .map((line) =>
          line.startsWith(`#${origin.axes}=`) ? line.replace(`(#${origin.point}`, `(#${most + 1}`) : line,
        )
        .map((line) => renamedLine(line, base, copy, project));
      yield `${renamed.join('\n')}\n#${base + most + 1}=IFCCARTESIANPOINT((${x}.,${y}.,0.));\n`;
    }
    yield text.slice(end);
  };
  await pipeline(Readable.from(copies()), createWriteStream(target, 'latin1'));
}

function renamedLine(line: string, base: number, copy: number, project: number): string {
  if (copy === 0) return line;
  const own = line.replace(rooted, (_all, head: string, id: string) => `${head}${newGlobalId(`${copy} ${id}`)}'`);
  return own.replace(tokens, (token, digits?: string) => {
    if (digits === undefined) return token;
    return Number(digits) === project ? token : `#${base + Number(digits)}`;
  });
}

function instanceOf(lines: readonly string[], entity: string): number {
  const line = lines.find((line) => line.includes(`${entity}(`));
  if (line === undefined) throw new Error(`There is no ${entity} in the source.`);
  return Number(/#(\d+)/.exec(line)?.[1]);
}

/** The axes of the site's placement and their point. */
function siteOrigin(lines: readonly string[]): { axes: number; point: number } {
  const byNumber = (number: string | undefined) => lines.find((line) => line.startsWith(`#${number}=`)) ?? '';
  const site = lines.find((line) => line.includes('IFCSITE(')) ?? '';
  const placement = byNumber(site.match(/#\d+/g)?.[2]?.slice(1));
  const axes = placement.match(/#\d+/g)?.at(-1)?.slice(1);
  const point = byNumber(axes).match(/#\d+/g)?.[1]?.slice(1);
  if (axes === undefined || point === undefined) throw new Error('The site of the source has no place of its own.');
  return { axes: Number(axes), point: Number(point) };
}

function newGlobalId(seed: string): string {
  const bytes = createHash('sha1').update(seed).digest();
  const letters = Array.from({ length: 22 }, (_, n) => alphabet[(bytes[n % 20] ?? 0) % (n === 0 ? 4 : 64)]);
  return letters.join('');
}

if (process.argv[1] === import.meta.filename) {
  const [source, target, times = '42'] = process.argv.slice(2);
  if (source === undefined || target === undefined) throw new Error('enlarge-ifc.ts <source> <target> [times]');
  await enlargeIfc(source, target, Number(times));
}
