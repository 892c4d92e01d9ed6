import { XMLParser } from 'fast-xml-parser';
import { isRecord, membersOf } from '../../../std/records.ts';
import { xmlBeyondBounds } from '../../../std/xml-bounds.ts';
import { failures } from '../failures.ts';
import type { Label } from '../scene/types.ts';

/** A class of a network, as `labels.json` names it: its key is the class number. */
export interface DetectorLabel extends Label {
  /** Class in point clouds. */
  readonly classification: number;
}

const mostLabels = 65_536;

function labelOf(name: string, id: string, title: unknown, classification: unknown): DetectorLabel {
  const number = Number(id);
  if (!/^\d+$/.test(id) || number >= mostLabels) throw failures.invalidData(name, `'${id}' is no class index`);
  if (typeof title !== 'string' || title === '') throw failures.invalidData(name, `class ${id} has no name`);
  return {
    id: number,
    name: title,
    classification: typeof classification === 'number' ? classification & 255 : number & 255,
  };
}

/** The JSON of a file of a package. Throws InputData_Invalid with its name. */
export function parsedFile(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw failures.invalidData(name, 'it is no JSON');
  }
}

export function readLabels(text: string): DetectorLabel[] {
  const json = parsedFile(text, 'labels.json');
  if (!isRecord(json)) throw failures.invalidData('labels.json', 'it is no object');
  return Object.entries(json).map(([id, one]) => {
    const { Name, Classification } = membersOf(one);
    return labelOf('labels.json', id, Name, Classification);
  });
}

/** `<Labels><Label><Id>1</Id><Name>crack</Name></Label>…`; undefined for XML of another form. */
export function readXmlLabels(text: string): DetectorLabel[] | undefined {
  try {
    if (xmlBeyondBounds(text) !== undefined) return undefined;
    const parser = new XMLParser({ parseTagValue: false, processEntities: false });
    const { Label } = membersOf(membersOf(parser.parse(text)).Labels);
    const all = Array.isArray(Label) ? Label : Label === undefined ? [] : [Label];
    if (all.length === 0) return undefined;
    return all.map(membersOf).map(({ Id, Name }) => labelOf('labels.xml', String(Id), Name, undefined));
  } catch {
    return undefined;
  }
}

/** Labels as `labels.json` has them. */
export const labelsJson = (labels: readonly { readonly id: number; readonly name: string }[]) =>
  Object.fromEntries(labels.map(({ id, name }) => [String(id), { Name: name }]));
