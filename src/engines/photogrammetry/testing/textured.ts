import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minus, plus, times, transposed, turned } from '../../geometry/vectors.ts';
import { cross, dot, type Vector } from '../../matrix.ts';
import { type Picture, readPicture, sample } from '../dense/picture.ts';
import type { View } from '../dense/view.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { seenBy } from '../mesh/seen.ts';
import { placeOf } from '../texture/view-score.ts';

/** A mesh as programs read it from an OBJ: its texture by corner, and the pages. */
export interface Textured {
  readonly mesh: Mesh;
  /** Two numbers a corner, from the left and from the bottom; NaN without texture. */
  readonly corners: Float32Array;
  /** For each triangle; -1 without. */
  readonly page: Int32Array;
  readonly pages: readonly Picture[];
}

export async function readTextured(folder: string): Promise<Textured> {
  const metadata = readFileSync(join(folder, 'metadata.xml'), 'utf8');
  const [x = 0, y = 0, z = 0] = /<SRSOrigin>(.*)<\/SRSOrigin>/.exec(metadata)?.[1]?.split(',').map(Number) ?? [];
  const files = [...readFileSync(join(folder, 'mesh.mtl'), 'utf8').matchAll(/map_Kd (\S+)/g)].map(
    ([, name = '']) => name,
  );
  const [places, onPage, triangles, corners, page]: number[][] = [[], [], [], [], []];
  let now = -1;
  for (const line of readFileSync(join(folder, 'mesh.obj'), 'utf8').split('\n')) {
    const [word, ...rest] = line.split(' ');
    if (word === 'v') places?.push(...rest.map(Number));
    else if (word === 'vt') onPage?.push(...rest.map(Number));
    else if (word === 'usemtl') now = rest[0]?.startsWith('page_') ? Number(rest[0].slice(5)) : -1;
    else if (word === 'f') {
      page?.push(now);
      for (const corner of rest) {
        const [place = 1, texture] = corner.split('/').map(Number);
        triangles?.push(place - 1);
        for (const n of [0, 1])
          corners?.push(texture === undefined ? Number.NaN : (onPage?.[2 * (texture - 1) + n] ?? 0));
      }
    }
  }
  return {
    mesh: { origin: [x, y, z], places: Float32Array.from(places ?? []), triangles: Uint32Array.from(triangles ?? []) },
    corners: Float32Array.from(corners ?? []),
    page: Int32Array.from(page ?? []),
    pages: await Promise.all(files.map((name) => readPicture(join(folder, name)))),
  };
}

/** What a view would show of it: three bytes a pixel, and where there is something. */
export function pictureOf(textured: Textured, view: View): { readonly rgb: Uint8Array; readonly shown: Uint8Array } {
  const { triangle } = seenBy(view, textured.mesh);
  const rgb = new Uint8Array(3 * triangle.length);
  const shown = new Uint8Array(triangle.length);
  const back = transposed(view.pose.rotation);
  for (let n = 0; n < triangle.length; n++) {
    const number = triangle[n] ?? -1;
    const page = textured.pages[textured.page[number] ?? -1];
    if (number < 0 || page === undefined) continue;
    const ray: Vector = [
      ((n % view.width) + 0.5 - view.principal[0]) / view.focal,
      (Math.floor(n / view.width) + 0.5 - view.principal[1]) / view.focal,
      1,
    ];
    const [u, v] = textureAt(textured, number, view.pose.centre, turned(back, ray));
    sample(page, u * page.width - 0.5, (1 - v) * page.height - 0.5, rgb, 3 * n);
    shown[n] = 1;
  }
  return { rgb, shown };
}

/** Where the ray meets the triangle, on its page. */
function textureAt({ mesh, corners }: Textured, number: number, from: Vector, way: Vector): readonly [number, number] {
  const at = (corner: 0 | 1 | 2) => placeOf(mesh, mesh.triangles[3 * number + corner] ?? 0);
  const [a, ab, ac] = [at(0), minus(at(1), at(0)), minus(at(2), at(0))];
  const normal = cross(ab, ac);
  const place = minus(plus(from, times(way, dot(minus(a, from), normal) / dot(way, normal))), a);
  const size = dot(normal, normal);
  const b = dot(cross(place, ac), normal) / size;
  const c = dot(cross(ab, place), normal) / size;
  const along = (n: number) => {
    const value = (corner: number) => corners[6 * number + 2 * corner + n] ?? 0;
    return value(0) * (1 - b - c) + value(1) * b + value(2) * c;
  };
  return [along(0), along(1)];
}
