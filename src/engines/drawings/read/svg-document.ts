import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isRecord } from '../../../std/records.ts';
import { xmlBeyondBounds } from '../../../std/xml-bounds.ts';
import { EngineFailure } from '../../engine.ts';
import type { Attributes } from './svg-style.ts';

/** An element of a document; a piece of text has the name `#text`. */
export interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly Element[];
  readonly text: string;
}

const unreadable = (message: string, line?: number) => new EngineFailure('E109', message, line);

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: { enabled: true, maxEntityCount: 0 },
});

/** Reads XML without types and entities of its own; nothing that it refers to is loaded. */
export function parseDocument(text: string): readonly Element[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unreadable('SVG with a DTD or entities is not read.');
  const beyond = xmlBeyondBounds(text);
  if (beyond !== undefined) throw unreadable(`The SVG is not read: ${beyond}.`);
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw unreadable(`The SVG is not well-formed: ${valid.err.msg}`, valid.err.line);
  return elementsOf(parser.parse(text));
}

function elementsOf(parsed: unknown): Element[] {
  if (!Array.isArray(parsed)) return [];
  return parsed.flatMap((one: unknown): Element[] => {
    if (!isRecord(one)) return [];
    const name = Object.keys(one).find((key) => key !== ':@') ?? '';
    const content = one[name];
    const text = typeof content === 'string' || typeof content === 'number' ? String(content) : '';
    return [{ name, attributes: attributesOf(one[':@']), children: elementsOf(content), text }];
  });
}

const attributesOf = (value: unknown): Attributes =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)])) : {};
