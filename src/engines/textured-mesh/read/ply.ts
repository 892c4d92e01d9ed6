import type { InputFile } from '../../conversion/params.ts';
import { useOf } from '../../formats/field-names.ts';
import { numberKinds } from '../../formats/numbers.ts';
import { type PlyElement, type PlyHeader, type PlyProperty, readPlyHeader } from '../../formats/ply-header.ts';
import { unreadable } from '../../formats/unreadable.ts';
import { openFile, type RandomAccess } from '../../random-access.ts';
import { type MeshBuilder, meshBuilder, type TexturedMesh, tooManyTriangles } from '../mesh.ts';

const mostBytes = 2 ** 31;

/** Whether a PLY file has faces: then it is a mesh, and no cloud. */
export async function hasFaces(input: InputFile): Promise<boolean> {
  const file = await openFile(input.path);
  try {
    const { elements } = await readPlyHeader(file, input.name);
    return elements.some(({ name, count }) => name === 'face' && count > 0);
  } finally {
    await file.close();
  }
}

/** Reads the faces of a PLY, with the colours of its vertices. */
export async function readPlyMesh(input: InputFile, most: number): Promise<TexturedMesh> {
  const file = await openFile(input.path);
  try {
    const header = await readPlyHeader(file, input.name);
    if (header.elements.some(({ name, count }) => name === 'face' && count > most)) throw tooManyTriangles(most);
    const builder = meshBuilder(most);
    const next = await numbersOf(file, header, input.name);
    for (const element of header.elements) readElement(element, next, builder, input.name);
    return builder.finish([]);
  } finally {
    await file.close();
  }
}

/** Gives the numbers of a file one after the other. */
type Next = (property: PlyProperty, isLength: boolean) => number;

async function numbersOf(file: RandomAccess, { format, end }: PlyHeader, name: string): Promise<Next> {
  if (file.size - end > mostBytes) throw unreadable(name, 'it is longer than 2 GiB, which is too long for a mesh');
  const bytes = await file.read(end, file.size - end);
  const cut = () => unreadable(name, 'it is cut off');
  if (format === 'ascii') {
    const words = Buffer.from(bytes).toString('latin1').matchAll(/\S+/g);
    return () => {
      const word = words.next().value?.[0];
      if (word === undefined) throw cut();
      return Number(word);
    };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  return ({ kind, length }, isLength) => {
    const { size, read } = numberKinds[isLength ? (length ?? kind) : kind];
    if (at + size > view.byteLength) throw cut();
    at += size;
    return read(view, at - size, format === 'little');
  };
}

function readElement(element: PlyElement, next: Next, builder: MeshBuilder, name: string): void {
  for (let n = 0; n < element.count; n++) {
    const vertex = { place: [Number.NaN, Number.NaN, Number.NaN], color: [255, 255, 255, 255], colored: false };
    for (const property of element.properties) {
      if (property.length !== undefined) readList(element, property, next, builder, name);
      else takeNumber(vertex, property, next(property, false));
    }
    if (element.name !== 'vertex') continue;
    if (!vertex.place.every(Number.isFinite)) throw unreadable(name, `its vertex ${n + 1} has no place`);
    builder.vertex(undefined, vertex.place, [0, 0], 0, vertex.colored ? vertex.color : undefined);
  }
}

function takeNumber(
  vertex: { place: number[]; color: number[]; colored: boolean },
  { name, kind }: PlyProperty,
  value: number,
) {
  const use = useOf(name);
  const axis = use === undefined ? -1 : ['x', 'y', 'z'].indexOf(use);
  const channel = use === undefined ? -1 : ['red', 'green', 'blue'].indexOf(use);
  if (axis >= 0) vertex.place[axis] = value;
  if (channel < 0) return;
  const share = kind === 'uint8' ? value / 255 : kind === 'uint16' ? value / 65_535 : value;
  vertex.color[channel] = Math.round(255 * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  vertex.colored = true;
}

/** A face as a fan. */
function readList(element: PlyElement, property: PlyProperty, next: Next, builder: MeshBuilder, name: string): void {
  const count = next(property, true);
  if (!Number.isInteger(count) || count < 0 || count > 10_000)
    throw unreadable(name, 'a face of it has no number of corners');
  const corners = Array.from({ length: count }, () => next(property, false));
  if (element.name !== 'face' || !/^vertex_ind/.test(property.name)) return;
  const vertices = builder.count();
  if (corners.some((corner) => !Number.isInteger(corner) || corner < 0 || corner >= vertices)) {
    throw unreadable(name, 'a face of it refers to vertices that are not there');
  }
  for (let n = 2; n < count; n++) builder.triangle(corners[0] ?? 0, corners[n - 1] ?? 0, corners[n] ?? 0);
}
