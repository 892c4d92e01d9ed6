import { geoKeysIn } from './read/geo-keys.ts';
import { isProj } from './read/proj-model.ts';
import { readTo } from './wkt.ts';

/** Why a text cannot be read as a system, and where; for a text that `readSystem` has refused. */
export function faultOf(text: string): string {
  const plain = text.trim();
  if (plain === '') return 'It is empty.';
  if (/^(?:(?:epsg|esri)\s*:*\s*)?\d+(?:\s*\+.*)?$/i.test(plain) || /^(urn:|https?:)/i.test(plain))
    return `No system has the code '${plain.slice(0, 60)}'.`;
  if (isProj(plain)) {
    const [, word = ''] = /\+proj\s*=\s*(\S*)/i.exec(plain) ?? [];
    return `Its ellipsoid or a number of the projection '${word}' is not known.`;
  }
  if (plain.startsWith('{')) {
    return geoKeysIn(plain) === undefined ? 'It is no JSON of GeoTIFF keys.' : 'Its keys name no system.';
  }
  if (!/^[A-Za-z_]\w*\s*[[(]/.test(plain))
    return 'It is no code, no well-known text, no PROJ text and no GeoTIFF keys.';
  const end = readTo(text);
  if (end !== undefined) return `Its brackets break at character ${end + 1}: '${text.slice(end, end + 20)}'.`;
  return `'${plain.split(/[[(]/)[0]}' is no system on earth, or has no datum with an ellipsoid.`;
}
