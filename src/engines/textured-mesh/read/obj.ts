import { fileBeside } from '../../conversion/files.ts';
import type { InputFile } from '../../conversion/params.ts';
import { linesOf } from '../../formats/lines.ts';
import { unreadable } from '../../formats/unreadable.ts';
import { openFile } from '../../random-access.ts';
import { type Material, type MeshBuilder, meshBuilder, mostMaterials, plain, type TexturedMesh } from '../mesh.ts';

/** What was read of an OBJ so far. */
interface Reading {
  readonly places: number[];
  readonly uvs: number[];
  readonly materials: Material[];
  readonly numbers: Map<string, number>;
  material: number;
}

/** Reads an OBJ with its materials; up is z. */
export async function readObj(input: InputFile, inputs: readonly InputFile[], most: number): Promise<TexturedMesh> {
  const file = await openFile(input.path);
  const builder = meshBuilder(most);
  const reading: Reading = { places: [], uvs: [], materials: [plain], numbers: new Map(), material: 0 };
  let number = 0;
  try {
    for await (const line of linesOf(file)) {
      number++;
      const [word = '', ...rest] = line.trim().split(/\s+/);
      if (word === 'mtllib') await readMaterials(line.trim().slice(7).trim(), input, inputs, reading);
      else if (!readLine(word, rest, reading, builder))
        throw unreadable(input.name, `line ${number} is no line of an OBJ file`);
    }
  } finally {
    await file.close();
  }
  return builder.finish(reading.materials);
}

function readLine(word: string, rest: readonly string[], reading: Reading, builder: MeshBuilder): boolean {
  if (word === 'v') {
    const numbers = rest.slice(0, 3).map(Number);
    reading.places.push(...numbers);
    return numbers.length === 3 && numbers.every(Number.isFinite);
  }
  if (word === 'vt') {
    const [u = Number.NaN, v = 0] = rest.map(Number);
    // pictures begin at their top
    reading.uvs.push(u, 1 - v);
    return Number.isFinite(u) && Number.isFinite(v);
  }
  if (word === 'usemtl') {
    reading.material = reading.numbers.get(rest.join(' ')) ?? 0;
    return true;
  }
  return word !== 'f' || readFace(rest, reading, builder);
}

/** A face as a fan; negative numbers count from the end. */
function readFace(words: readonly string[], { places, uvs, material }: Reading, builder: MeshBuilder): boolean {
  const corners: number[] = [];
  for (const word of words) {
    const [first, second] = word.split('/');
    const place = indexOf(first, places.length / 3);
    const uv = second ? indexOf(second, uvs.length / 2) : -1;
    if (place === undefined || uv === undefined) return false;
    const at = (list: readonly number[], width: number, n: number) => list.slice(width * n, width * n + width);
    const texture = uv < 0 ? [0, 0] : at(uvs, 2, uv);
    corners.push(builder.vertex(`${place} ${uv} ${material}`, at(places, 3, place), texture, material));
  }
  for (let n = 2; n < corners.length; n++) builder.triangle(corners[0] ?? 0, corners[n - 1] ?? 0, corners[n] ?? 0);
  return corners.length >= 3;
}

function indexOf(word: string | undefined, count: number): number | undefined {
  const number = Number(word);
  const index = number < 0 ? count + number : number - 1;
  return Number.isInteger(number) && index >= 0 && index < count ? index : undefined;
}

/** A library that is not there leaves its materials plain. */
async function readMaterials(
  name: string,
  input: InputFile,
  inputs: readonly InputFile[],
  reading: Reading,
): Promise<void> {
  const library = fileBeside(inputs, input, name);
  if (library === undefined) return;
  const file = await openFile(library.path);
  let now = -1;
  try {
    for await (const line of linesOf(file)) {
      const [word = '', ...rest] = line.trim().split(/\s+/);
      if (word.toLowerCase() === 'newmtl') {
        if (reading.materials.length >= mostMaterials) throw unreadable(library.name, 'it has too many materials');
        now = reading.materials.push(plain) - 1;
        reading.numbers.set(rest.join(' '), now);
      } else if (now >= 0)
        reading.materials[now] = withLine(reading.materials[now] ?? plain, word, rest, library, inputs);
    }
  } finally {
    await file.close();
  }
}

function withLine(
  material: Material,
  word: string,
  rest: readonly string[],
  library: InputFile,
  inputs: readonly InputFile[],
): Material {
  const { color } = material;
  if (word === 'Kd') {
    const [r = 1, g = r, b = r] = rest.map(Number).filter(Number.isFinite);
    return { ...material, color: [linear(r), linear(g), linear(b), color[3]] };
  }
  if (word === 'd')
    return { ...material, color: [color[0], color[1], color[2], Math.min(1, Math.max(0, Number(rest[0]) || 0))] };
  if (word.toLowerCase() !== 'map_kd') return material;
  // options stand before the name, which may have blanks
  const name = rest.join(' ').replace(/^(-\w+( +-?[\d.]+| +on| +off)* +)+/, '');
  const picture = fileBeside(inputs, library, name)?.path;
  return picture === undefined ? material : { color: [1, 1, 1, color[3]], picture };
}

const linear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
