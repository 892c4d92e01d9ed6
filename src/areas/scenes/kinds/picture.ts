import { isIP } from 'node:net';
import { type JsonOf, jsonOf } from '../../../std/json.ts';
import { cleanSvg } from './svg.ts';

const mostBytes = 20 * 1024;
const dataUri = /^data:image\/(png|jpeg|svg\+xml|webp)(?:;charset=utf-8)?(;base64)?,(.*)$/is;

/** A picture in a data URI: PNG, JPEG, WebP or harmless SVG, at most 20 KB. */
export function isPictureUri(text: string): boolean {
  const [, type = '', base64, content = ''] = dataUri.exec(text) ?? [];
  const bytes = type === '' ? undefined : bytesOf(content, base64 !== undefined);
  if (bytes === undefined || bytes.length === 0 || bytes.length > mostBytes) return false;
  switch (type.toLowerCase()) {
    case 'png':
      return bytes.subarray(0, 8).equals(pngSignature);
    case 'jpeg':
      return bytes[0] === 0xff && bytes[1] === 0xd8;
    case 'webp':
      return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
    default:
      return svgIn(bytes) !== undefined;
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function bytesOf(content: string, base64: boolean): Buffer | undefined {
  if (base64) return /^[A-Za-z0-9+/]*={0,2}$/.test(content) ? Buffer.from(content, 'base64') : undefined;
  try {
    return Buffer.from(decodeURIComponent(content));
  } catch {
    return undefined;
  }
}

/** SVG as text, written anew of what is allowed; undefined where it is none, or harmful. */
function svgIn(bytes: Buffer): string | undefined {
  try {
    return cleanSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined; // not UTF-8
  }
}

/** A picture's data URI as it is kept: SVG is written anew, everything else stays as it is. */
export function keptPictureUri(text: string): string {
  const [, type = '', base64, content = ''] = dataUri.exec(text) ?? [];
  if (!type.toLowerCase().startsWith('svg')) return text;
  const svg = svgIn(bytesOf(content, base64 !== undefined) ?? Buffer.alloc(0));
  return svg === undefined ? '' : `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const mayHoldSvg = /data:image\/svg/i;

/** Data of an object as JSON, its pictures as they are kept. */
export function dataText(data: Readonly<Record<string, unknown>>): JsonOf<Readonly<Record<string, unknown>>> {
  const text = jsonOf(data);
  if (!mayHoldSvg.test(text)) return text;
  return jsonOf(JSON.parse(text, (_name, value) => (typeof value === 'string' ? keptPictureUri(value) : value)));
}

/** An https address with a host name, without credentials. */
export function isHttpsAddress(text: string): boolean {
  const url = text.isWellFormed() ? URL.parse(text) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
}
