import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vector } from '../../matrix.ts';
import { readMesh } from '../mesh/files.ts';
import { atlasOf, cornersOnPage, type PhotoSource, paintedPage } from '../texture/atlas.ts';
import { readLabels } from '../texture/tasks.ts';

export interface ObjOrder {
  readonly folder: string;
  readonly name: string;
  readonly origin: Vector;
  readonly crs: string | null;
  readonly photos: readonly PhotoSource[];
  readonly mostSide: number;
  readonly textured: boolean;
  readonly to: string;
}

/** `mesh.obj` with its materials, pages of texture, and `metadata.xml`: the system and what was taken off. Answers the names. */
export async function makeObj(order: ObjOrder): Promise<string[]> {
  const { folder, name, origin, photos, mostSide, textured, to } = order;
  const mesh = readMesh(folder, name, origin);
  const [labels, beyond] = [readLabels(folder, name, 'labels'), readLabels(folder, name, 'beyond')];
  const all = Array.from({ length: mesh.triangles.length / 3 }, (_, n) => n);
  const atlas = atlasOf(mesh, all, textured ? labels : labels.fill(-1), beyond, photos, 1, mostSide);
  const pages = atlas.pages.map((_, n) => `texture_${n}.jpg`);
  for (const [n, page] of pages.entries()) writeFileSync(join(to, page), await paintedPage(atlas, n, photos, 1));
  const lines = ['mtllib mesh.mtl'];
  for (let n = 0; n < mesh.places.length; n += 3) {
    lines.push(`v ${[0, 1, 2].map((axis) => (mesh.places[n + axis] ?? 0).toFixed(4)).join(' ')}`);
  }
  const faces: string[][] = pages.map((_, n) => [`usemtl page_${n}`]);
  const vertex = (triangle: number, corner: number) => (mesh.triangles[3 * triangle + corner] ?? 0) + 1;
  let corners = 0;
  for (const [n, chart] of atlas.charts.entries()) {
    const places = cornersOnPage(atlas, n);
    const page = faces[atlas.slots[n]?.page ?? 0] ?? [];
    for (const [m, triangle] of chart.triangles.entries()) {
      const words = [0, 1, 2].map((corner) => {
        const [u, v] = [places[6 * m + 2 * corner] ?? 0, places[6 * m + 2 * corner + 1] ?? 0];
        lines.push(`vt ${u.toFixed(6)} ${(1 - v).toFixed(6)}`);
        return `${vertex(triangle, corner)}/${++corners}`;
      });
      page.push(`f ${words.join(' ')}`);
    }
  }
  const bare = atlas.bare.map((triangle) => `f ${[0, 1, 2].map((corner) => vertex(triangle, corner)).join(' ')}`);
  writeFileSync(join(to, 'mesh.mtl'), materials(pages));
  writeFileSync(join(to, 'metadata.xml'), metadata(order));
  writeFileSync(join(to, 'mesh.obj'), `${[...lines, ...faces.flat(), 'usemtl bare', ...bare].join('\n')}\n`);
  return ['mesh.mtl', 'metadata.xml', ...pages, 'mesh.obj'];
}

const materials = (pages: readonly string[]): string =>
  [
    ...pages.map((page, n) => `newmtl page_${n}\nKa 0 0 0\nKd 1 1 1\nKs 0 0 0\nmap_Kd ${page}\n`),
    'newmtl bare\nKa 0 0 0\nKd 0.6 0.6 0.58\nKs 0 0 0\n',
  ].join('\n');

function metadata({ crs, origin }: ObjOrder): string {
  const system = crs === null ? '' : `  <SRS>${crs}</SRS>\n`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<ModelMetadata version="1">\n${system}  <SRSOrigin>${origin.join(',')}</SRSOrigin>\n</ModelMetadata>\n`;
}
