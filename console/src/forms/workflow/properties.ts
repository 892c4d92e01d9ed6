import { isUnreadable, readLayout } from '../../../../src/areas/forms/layout/read.ts';

/** A property that a workflow may let people change, with its name for them. */
export interface Property {
  readonly value: string;
  readonly label: string;
}

const builtIn: readonly Property[] = [
  { value: 'subject', label: 'Subject' },
  { value: 'description', label: 'Description' },
  { value: 'dueDate', label: 'Due date' },
  { value: 'assignee', label: 'First responsible' },
  { value: 'assignees', label: 'Assigned to' },
];

/** The properties of forms with a layout. */
export function propertiesOf(text: string): readonly Property[] {
  const layout = readLayout(text);
  if (isUnreadable(layout)) return builtIn;
  const own = layout.all.flatMap(({ key, label, type }) =>
    key === undefined || type === 'ImageDrop' || type === 'Calculated' ? [] : [{ value: key, label: label || key }],
  );
  const all = new Map([...builtIn, ...own].map((one) => [one.value, one]));
  return [...all.values()];
}
