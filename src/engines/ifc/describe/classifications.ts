import type { Classification } from '../../snapshot/types.ts';
import { follow, type Instance, type Model, textOf } from '../step/model.ts';

const deepest = 50;

/** What a RelatingClassification says: a reference with its code, or a whole system. */
export function classification(model: Model, number: number): Classification | undefined {
  const given = model.read(number);
  if (given === undefined) return undefined;
  const first = (...attributes: string[]): string | null => {
    for (const attribute of attributes) {
      const text = textOf(model.get(given, attribute));
      if (text !== null) return text;
    }
    return null;
  };
  if (given.entity === 'IFCCLASSIFICATION') return { system: textOf(model.get(given, 'Name')), code: null, name: null };
  return { system: systemOf(model, given), code: first('Identification', 'ItemReference'), name: first('Name') };
}

/** References may be nested; the system is at the end. */
function systemOf(model: Model, reference: Instance): string | null {
  let source = follow(model, reference, 'ReferencedSource');
  for (let depth = 0; source !== undefined && depth < deepest; depth++) {
    if (source.entity === 'IFCCLASSIFICATION') return textOf(model.get(source, 'Name'));
    source = follow(model, source, 'ReferencedSource');
  }
  return null;
}
