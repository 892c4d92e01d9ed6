import { isIP } from 'node:net';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

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
      return isHarmlessSvg(bytes);
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

const parser = new XMLParser({ ignoreAttributes: false, preserveOrder: true, attributeNamePrefix: '' });
const harmfulElements = /^(script|foreignobject|handler|listener|iframe|embed|object|set|discard|animate\w*|mpath)$/;
const harmfulValue = /^\s*(javascript|vbscript|data):/i;

/** True for SVG without scripts, handlers, foreign content and animation. Entities are refused: they could hide any. */
function isHarmlessSvg(bytes: Buffer): boolean {
  try {
    return isHarmlessText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false; // not UTF-8, or more deeply nested than the parser follows
  }
}

function isHarmlessText(text: string): boolean {
  if (/<!(doctype|entity)|<\?xml-stylesheet/i.test(text) || XMLValidator.validate(text) !== true) return false;
  const nodes: XmlNode[] = parser.parse(text);
  const roots = nodes.map(nameOf).filter((name) => name !== '?xml' && name !== '#text');
  return roots.length === 1 && roots[0] === 'svg' && nodes.every(isHarmless);
}

type XmlNode = Readonly<Record<string, unknown>> & { readonly ':@'?: Readonly<Record<string, unknown>> };

/** Lower case, without namespace. */
const local = (name: string): string => name.toLowerCase().split(':').at(-1) ?? '';
const nameOf = (node: XmlNode): string => local(Object.keys(node).find((key) => key !== ':@') ?? '');

function isHarmless(node: XmlNode): boolean {
  const attributes = Object.entries(node[':@'] ?? {});
  if (harmfulElements.test(nameOf(node)) || attributes.some(isHarmfulAttribute)) return false;
  const children = Object.entries(node).flatMap(([key, value]): XmlNode[] =>
    key !== ':@' && Array.isArray(value) ? value : [],
  );
  return children.every(isHarmless);
}

/** Handlers, and addresses that run or hide something; character references are not needed in a symbol's attributes. */
const isHarmfulAttribute = ([name, value]: [string, unknown]): boolean =>
  local(name).startsWith('on') || harmfulValue.test(String(value)) || String(value).includes('&#');

/** An https address with a host name, without credentials. */
export function isHttpsAddress(text: string): boolean {
  const url = text.isWellFormed() ? URL.parse(text) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
}
