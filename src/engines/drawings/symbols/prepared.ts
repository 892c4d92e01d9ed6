import { readFileSync } from 'node:fs';
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import type { Point } from '../geometry.ts';
import type { SymbolSet } from './set.ts';
import { type Template, templatesOf } from './template.ts';

/*
 * The templates of what is built in are made once, by the build, and lie beside the bundle: to make them takes a process longer
 * than to read most sheets. A program that runs from its sources makes them itself.
 */
const file = new URL('built:symbol-templates.bin', import.meta.url);

interface KeptTemplate extends Omit<Template, 'rule' | 'hull' | 'mask'> {
  /** Its place in the set. */
  readonly rule: number;
  readonly hull: readonly Point[];
  readonly mask: Uint8Array;
}

/** Every orientation of every symbol of a set, made now or by the build. */
export const preparedTemplates = (set: SymbolSet): readonly Template[] => templatesIn(read(), set) ?? templatesOf(set);

function read(): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined; // from sources
  }
}

/** What `templatesIn` takes: the symbols as JSON, of which all is made, then the templates. */
export function keptOf(set: SymbolSet): Buffer {
  const templates = templatesOf(set).map(
    ({ rule, hull, mask, ...template }): KeptTemplate => ({
      ...template,
      rule: set.symbols.indexOf(rule),
      hull: hull(),
      mask: mask(),
    }),
  );
  const kept = new DefaultSerializer();
  kept.writeHeader();
  kept.writeValue(JSON.stringify(set.symbols));
  kept.writeValue(templates);
  return kept.releaseBuffer();
}

/** Those of a set that were kept; undefined where they are of other symbols. */
export function templatesIn(kept: Buffer | undefined, set: SymbolSet): readonly Template[] | undefined {
  if (kept === undefined) return undefined;
  const values = new DefaultDeserializer(kept);
  values.readHeader();
  if (values.readValue() !== JSON.stringify(set.symbols)) return undefined; // the templates, which are far larger, are not looked at
  const templates: readonly KeptTemplate[] = values.readValue();
  return templates.flatMap(({ rule: place, hull, mask, ...template }) => {
    const rule = set.symbols[place];
    return rule === undefined ? [] : [{ ...template, rule, hull: () => hull, mask: () => mask }];
  });
}
