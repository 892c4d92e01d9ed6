import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { xmlBeyondBounds } from '../../../std/xml-bounds.ts';

/*
 * SVG of users is never handed on as it came: it is parsed, and what is known to draw and nothing else is written anew.
 * What only an attack has (scripts, handlers, foreign content, animation, references to elsewhere) is refused as a whole.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const elements = words(
  'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan title desc style linearGradient radialGradient stop clipPath mask pattern marker',
);
const withText = words('text tspan title desc style');
const attributes = words(
  'id class style d x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy fr width height viewBox preserveAspectRatio points transform pathLength rotate textLength lengthAdjust offset href version type markerWidth markerHeight markerUnits refX refY orient patternUnits patternContentUnits patternTransform gradientUnits gradientTransform spreadMethod maskUnits maskContentUnits clipPathUnits fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset color opacity display visibility overflow stop-color stop-opacity clip-path clip-rule mask marker-start marker-mid marker-end font-family font-size font-style font-weight font-variant text-anchor text-decoration letter-spacing word-spacing dominant-baseline alignment-baseline baseline-shift paint-order vector-effect shape-rendering text-rendering',
);
const harmfulElements =
  /^(script|foreignobject|handler|listener|iframe|embed|object|image|feimage|set|discard|animate\w*|mpath)$/;

const parser = new XMLParser({
  ignoreAttributes: false,
  preserveOrder: true,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
});

type XmlNode = Readonly<Record<string, unknown>> & { readonly ':@'?: Readonly<Record<string, unknown>> };

/** The same picture, made of what is allowed; undefined for what is no SVG, or harmful. */
export function cleanSvg(text: string): string | undefined {
  if (/<!(doctype|entity)|<\?xml-stylesheet/i.test(text)) return undefined;
  try {
    if (xmlBeyondBounds(text) !== undefined || XMLValidator.validate(text) !== true) return undefined;
    const nodes: XmlNode[] = parser.parse(text);
    const [root, ...others] = nodes.filter((node) => !['?xml', '#text'].includes(nameOf(node)));
    if (root === undefined || others.length > 0 || nameOf(root) !== 'svg' || !isHarmless(root)) return undefined;
    return written(root).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  } catch {
    return undefined; // more deeply nested than the parser follows
  }
}

const nameOf = (node: XmlNode): string => Object.keys(node).find((key) => key !== ':@') ?? '';
/** Lower case, without namespace. */
const local = (name: string): string => name.toLowerCase().split(':').at(-1) ?? '';

function childrenOf(node: XmlNode): readonly XmlNode[] {
  const children = node[nameOf(node)];
  return Array.isArray(children) ? children : [];
}

function isHarmless(node: XmlNode): boolean {
  const name = nameOf(node);
  if (name === '#text') return true;
  if (harmfulElements.test(local(name))) return false;
  if (local(name) === 'style' && !childrenOf(node).every((child) => refersWithin(String(child['#text'] ?? '')))) {
    return false;
  }
  const given = Object.entries(node[':@'] ?? {});
  return (
    given.every(([attribute, value]) => isHarmlessAttribute(attribute, String(value))) &&
    childrenOf(node).every(isHarmless)
  );
}

/** Handlers, and addresses of anything but a part of the picture; a symbol's attributes need no character references. */
function isHarmlessAttribute(attribute: string, value: string): boolean {
  const name = local(attribute);
  if (name.startsWith('on') || name === 'base' || value.includes('&#')) return false;
  if (name === 'href' || name === 'src') return /^#[\w.-]+$/.test(value.trim());
  if (/^\s*(javascript|vbscript|data):/i.test(value)) return false;
  return !attributes.has(attribute) || refersWithin(value);
}

const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

/** Whether a style, or what may be one, refers to nothing outside: escapes, imports and comments could hide that it does. */
function refersWithin(text: string): boolean {
  const css = text.replace(/&(quot|apos|lt|gt|amp);/g, (_whole, name: string) => entities[name] ?? '');
  if (/[\\@]|\/\*|&#|image-set|expression\s*\(/i.test(css)) return false;
  return [...css.matchAll(/url\s*\(([^)]*)\)?/gi)].every(([, to = '']) => /^\s*(["']?)#[\w.-]+\1\s*$/.test(to));
}

function written(node: XmlNode): string {
  const name = nameOf(node);
  if (!elements.has(name)) return '';
  const children = childrenOf(node).map((child) => {
    if (nameOf(child) !== '#text') return written(child);
    return withText.has(name) ? escaped(String(child['#text'])) : '';
  });
  return `<${name}${attributesOf(node)}>${children.join('')}</${name}>`;
}

/** `xlink:href` of older files is `href`. */
const attributesOf = (node: XmlNode): string =>
  Object.entries(node[':@'] ?? {})
    .map(([name, value]) => [name === 'xlink:href' ? 'href' : name, value] as const)
    .filter(([name]) => attributes.has(name))
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');

/** Entities of XML itself stay what they are; nothing else begins with an ampersand. */
const escaped = (text: string): string =>
  text
    .replace(/&(?!(amp|lt|gt|quot|apos);)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
