import { XMLParser } from 'fast-xml-parser';
import { xmlBeyondBounds } from '../../std/xml-bounds.ts';

/** An element; texts between elements are not kept. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

const attributesKey = ':@';
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
});

const deepest = 64;

/** Reads the root of a document. Throws for what is no XML, has a document type, or lies too deep. */
export function readXml(text: string): XmlNode {
  if (/<!DOCTYPE/i.test(text)) throw new Error('it has a document type, which is not read');
  const beyond = xmlBeyondBounds(text);
  if (beyond !== undefined) throw new Error(beyond);
  const parsed: unknown = parser.parse(text.trimStart(), true);
  const [root] = nodesIn(parsed, deepest);
  if (root === undefined) throw new Error('it is empty');
  return root;
}

/** Whether a program wrote more than a byte order mark before the XML declaration, where nothing may stand. */
export const beginsLate = (text: string): boolean => /^\uFEFF?\s+<\?xml/.test(text);

const isMembers = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function nodesIn(list: unknown, levels: number): XmlNode[] {
  if (levels === 0) throw new Error('its elements lie too deep');
  return (Array.isArray(list) ? list : []).filter(isMembers).flatMap((entry) => {
    const name = Object.keys(entry).find((key) => key !== attributesKey && key !== '#text');
    if (name === undefined) return [];
    const inner = entry[name];
    const attributes = Object.entries(isMembers(entry[attributesKey]) ? entry[attributesKey] : {});
    return [
      {
        name,
        attributes: Object.fromEntries(attributes.map(([key, value]) => [key, String(value)])),
        children: nodesIn(inner, levels - 1),
        text: textIn(inner),
      },
    ];
  });
}

const textIn = (list: unknown): string =>
  (Array.isArray(list) ? list : [])
    .filter(isMembers)
    .map((entry) => (typeof entry['#text'] === 'string' ? entry['#text'] : ''))
    .join('');

export const element = (
  name: string,
  children: readonly (XmlNode | undefined)[] = [],
  attributes: Readonly<Record<string, string | undefined>> = {},
): XmlNode => ({
  name,
  attributes: Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ),
  children: children.filter((one) => one !== undefined),
  text: '',
});

/** An element with a text; undefined for no text. */
export const textNode = (name: string, text: string | undefined): XmlNode | undefined =>
  text === undefined || text.trim() === '' ? undefined : { name, attributes: {}, children: [], text };

export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((one) => one.name === name);

export const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((one) => one.name === name) ?? [];

/** The text of a child, without blanks around it; undefined for none. */
export function textOf(node: XmlNode | undefined, name: string): string | undefined {
  const text = child(node, name)?.text.trim();
  return text === '' ? undefined : text;
}

/** Signs that XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function written({ name, attributes, children, text }: XmlNode): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner = children.length > 0 ? children.map(written).join('') : escaped(text);
  return inner === '' ? `<${name}${head.join('')}/>` : `<${name}${head.join('')}>${inner}</${name}>`;
}

export const xmlOf = (root: XmlNode): string => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}\n`;
