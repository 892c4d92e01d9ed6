import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

interface Listed {
  readonly code: string;
  readonly kind: string;
  readonly name: string;
  readonly area: string | null;
  readonly unit: string | null;
}

const name = 'virtual:systems';
const require = createRequire(import.meta.url);

/** The coordinate reference systems that conversions know, with their names: a thirtieth of the index that they are taken of. */
export function systems(): Plugin {
  return {
    name: 'systems',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default JSON.parse(${JSON.stringify(JSON.stringify(rows()))})` : null),
  };
}

/** Code, whether it is of heights, name, area, unit. */
function rows(): readonly (readonly unknown[])[] {
  const index: Readonly<Record<string, Listed>> = JSON.parse(
    readFileSync(require.resolve('epsg-index/all.json'), 'utf8'),
  );
  const known = Object.keys(require('proj4-list')).map((id) => id.replace('EPSG:', ''));
  const flat = known.map((code) => {
    const { name: called = '', area = null, unit = null } = index[code] ?? {};
    return [Number(code), 0, called, area ?? '', unit ?? ''];
  });
  const heights = Object.values(index).filter(({ kind }) => kind === 'CRS-VERTCRS');
  return [...flat, ...heights.map(({ code, name: called, area, unit }) => [Number(code), 1, called, area, unit])];
}
