import type { Detail } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { calculated } from '../layout/calculate.ts';
import type { Layout } from '../layout/controls.ts';
import { nameOfKey } from '../layout/controls.ts';
import { faultsOfValue, isGiven } from '../layout/values.ts';
import { isEditable } from '../workflow/workflow.ts';
import type { Changes } from './changes.ts';
import type { Content, Properties } from './content.ts';
import { readOnlyFault } from './read-only.ts';

/** Faults of the custom properties that a request sets, by the controls of the layout. */
export function faultsOfProperties(given: Properties, result: Properties, layout: Layout): Detail[] {
  return Object.entries(given).flatMap(([key, value]) => {
    const control = layout.byKey.get(key);
    if (control === undefined) return [];
    const target = `properties.${key}`;
    if (control.type !== 'Calculated') return faultsOfValue(control, value, target);
    const same = value === (Object.hasOwn(result, key) ? result[key] : null);
    return same ? [] : [readOnlyFault(target, control.label)];
  });
}

/** The content with ids for new rows of tables and with its calculated values. */
export function settled(content: Content, layout: Layout): Content {
  const { properties, faults } = calculated(layout, withRowIds(content.properties, layout));
  return { ...content, properties, calculationFaults: faults };
}

function withRowIds(properties: Properties, layout: Layout): Properties {
  const entries = Object.entries(properties).map(([key, value]) => {
    const isTable = layout.byKey.get(key)?.type === 'Table' && Array.isArray(value);
    return [key, isTable ? value.map(withId) : value] as const;
  });
  return Object.fromEntries(entries);
}

const withId = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && !Object.hasOwn(row, 'id') ? { id: newId(), ...row } : row;

/** What may not be changed while a form has its status. */
export function faultsOfEditing(
  { builtIn, keys }: Changes,
  editable: readonly string[] | undefined,
  status: string | undefined,
  layout: Layout,
): Detail[] {
  const governed = builtIn.filter((name) => name !== 'status').map((name) => ({ name, target: String(name) }));
  const custom = keys
    .filter((key) => layout.byKey.get(key)?.type !== 'Calculated')
    .map((key) => ({ name: key, target: `properties.${key}` }));
  const closed = [...governed, ...custom].filter(({ name }) => !isEditable(editable, name));
  return closed.map(({ name, target }) => ({
    code: 'InvalidChange',
    message: `'${nameOfKey(name)}' cannot be changed while the status is '${status ?? ''}'.`,
    target,
  }));
}

/** What a form lacks to be closed. `bindings`: of the attachments that have their file. */
export function faultsOfClosing(content: Content, layout: Layout, bindings: ReadonlySet<string>): Detail[] {
  const required = layout.all.filter((one) => one.required);
  return required.flatMap((control) => {
    const { builtIn, key, type } = control;
    const target = builtIn ?? (key === undefined ? undefined : `properties.${key}`);
    if (target === undefined) return [];
    const value = type === 'ImageDrop' ? bindings.has(key ?? '') || undefined : givenValue(content, builtIn, key);
    if (isGiven(value)) return [];
    return [{ code: 'MissingRequiredProperty', message: `${control.label} is required to close the form.`, target }];
  });
}

/** The server fills in what it alone knows. */
const alwaysThere = new Set(['number', 'createdBy', 'createdDateTime']);

function givenValue(content: Content, builtIn: string | undefined, key: string | undefined): unknown {
  if (builtIn === undefined)
    return Object.hasOwn(content.properties, key ?? '') ? content.properties[key ?? ''] : undefined;
  return alwaysThere.has(builtIn) ? true : content[builtIn as keyof Content];
}
