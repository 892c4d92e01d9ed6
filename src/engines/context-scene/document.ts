import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isRecord } from '../../std/records.ts';
import { xmlBeyondBounds } from '../../std/xml-bounds.ts';

export type Members = Readonly<Record<string, unknown>>;

/** The file that a scene is in: of version 6, or an older one as XML. */
export const isSceneName = (name: string): boolean => /^contextscene\.(?:json|xml)$/i.test(name);

/** What a scene says, or why it cannot be read: a part of a sentence. */
export type SceneDocument = { readonly members: Members } | { readonly fault: string };

/** A scene as version 6 writes it: maps by ids. Those of versions 3 and 4, which are XML, become the same. */
export function sceneDocument(text: string): SceneDocument {
  const plain = text.replace(/^\uFEFF/, '').trimStart();
  return plain.startsWith('<') ? fromXml(plain) : fromJson(plain);
}

function fromJson(text: string): SceneDocument {
  try {
    const members: unknown = JSON.parse(text);
    if (isRecord(members)) return { members };
  } catch {
    // told below
  }
  return { fault: 'it is no JSON object' };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: { enabled: true, maxEntityCount: 0 },
});

function fromXml(text: string): SceneDocument {
  const fault = faultOfXml(text);
  if (fault !== undefined) return { fault };
  const root: unknown = parser.parse(text);
  const scene = isRecord(root) ? root.ContextScene : undefined;
  return isRecord(scene) ? { members: membersIn(scene) } : { fault: 'its document element is no ContextScene' };
}

/** Why XML is not read: a part of a sentence. Definitions of types could name files and grow without bounds. */
export function faultOfXml(text: string): string | undefined {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'XML with a DTD or entities is not read';
  const beyond = xmlBeyondBounds(text);
  if (beyond !== undefined) return beyond;
  const valid = XMLValidator.validate(text);
  return valid === true ? undefined : `it is not well-formed (line ${valid.err.line})`;
}

/** What has an id, or is of a photo, is a member under that; what is there several times is a list. */
function membersIn(node: Members): Members {
  const members = new Map<string, unknown>();
  for (const [name, child] of Object.entries(node)) {
    if (name.startsWith('@') || name === '#text') continue;
    const all: readonly unknown[] = Array.isArray(child) ? child : [child];
    const values = all.map((one) => ({ key: keyOf(one), value: contentOf(name, one) }));
    if (values.every(({ key }) => key === undefined)) {
      members.set(name, values.length === 1 ? values[0]?.value : values.map(({ value }) => value));
    } else for (const { key, value } of values) members.set(key ?? name, value);
  }
  return Object.fromEntries(members);
}

function keyOf(node: unknown): string | undefined {
  if (!isRecord(node)) return undefined;
  const key = node['@id'] ?? node.PhotoId;
  return typeof key === 'string' ? key : undefined;
}

/** Never numbers, whatever they look like. */
const texts = new Set(['Name', 'Path', 'ImagePath', 'DepthPath', 'MaskPath', 'Definition']);

function contentOf(name: string, node: unknown): unknown {
  if (isRecord(node)) {
    const { PhotoId, ...members } = membersIn(node);
    return PhotoId === undefined ? members : (members.Objects ?? members);
  }
  if (typeof node !== 'string' || texts.has(name) || node === '') return node;
  const number = Number(node);
  return Number.isFinite(number) ? number : node;
}
