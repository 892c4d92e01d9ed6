import { endingOf } from '../platform/file-name.ts';

export type Preview = 'image' | 'pdf' | 'text';

const endings: Readonly<Record<Preview, readonly string[]>> = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg', 'bmp'],
  pdf: ['pdf'],
  text: [
    'txt',
    'csv',
    'json',
    'xml',
    'md',
    'log',
    'ifc',
    'stp',
    'step',
    'yaml',
    'yml',
    'html',
    'obj',
    'dxf',
    'gml',
    'geojson',
  ],
};

/** How a file can be looked at in the browser, if at all. */
export function previewOf(name: string): Preview | undefined {
  const ending = endingOf(name);
  return (Object.keys(endings) as Preview[]).find((kind) => endings[kind].includes(ending));
}
