import type { PdfBlock } from '../../../engines/pdf/params.ts';
import { membersOf } from '../../../std/records.ts';
import type { Properties } from '../form/content.ts';
import type { FormRow } from '../tables.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Where in a model a form belongs, and the address that shows it; nothing for a form that is about no model. */
export function placeBlocks(
  { sourceEntity, modelPin }: Properties,
  row: Pick<FormRow, 'id' | 'twin_id'>,
  baseUrl: string,
): PdfBlock[] {
  const { modelId, modelName, elementId, elementName, elementClass, storeyName } = membersOf(
    membersOf(sourceEntity).modelElement,
  );
  const model = textOf(modelId);
  if (model === '') return [];
  const id = textOf(elementId);
  const element = [textOf(elementName) || (id === '0' ? '' : id), textOf(elementClass)].filter(Boolean).join(', ');
  const fields: readonly (readonly [label: string, text: string])[] = [
    ['Model', textOf(modelName) || model],
    ['Element', element],
    ['Storey', textOf(storeyName)],
    ['Coordinates', coordinatesOf(membersOf(modelPin).location)],
    ['View in 3D', `${baseUrl}/console/twins/${row.twin_id}/models/${model}?issue=${row.id}`],
  ];
  return [
    { is: 'heading', text: 'Place in the model' },
    ...fields.flatMap(([label, text]): PdfBlock[] => (text === '' ? [] : [{ is: 'field', label, text }])),
  ];
}

/** In metres of the model. */
function coordinatesOf(location: unknown): string {
  const { x, y, z } = membersOf(location);
  const all = [x, y, z].map((value) => (typeof value === 'number' ? value.toFixed(3) : undefined));
  return all.includes(undefined) ? '' : `${all.join(', ')} m`;
}
