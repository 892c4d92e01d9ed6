import type { Node } from './outline.ts';

/** What a person can put into a form, in their words. */
export const kinds = [
  { type: 'TextBox', name: 'Text' },
  { type: 'NumberBox', name: 'Number' },
  { type: 'CheckBox', name: 'Yes or no' },
  { type: 'ComboBox', name: 'Choice' },
  { type: 'RadioGroup', name: 'Choice, all to be seen' },
  { type: 'MultiSelect', name: 'Several choices' },
  { type: 'DatePicker', name: 'Date' },
  { type: 'CascadingList', name: 'Choice of a list' },
  { type: 'UserPicker', name: 'Person' },
  { type: 'ImageDrop', name: 'Photos' },
  { type: 'Signature', name: 'Signature' },
  { type: 'Table', name: 'Table' },
  { type: 'Calculated', name: 'Calculated value' },
  { type: 'Panel', name: 'Section' },
  { type: 'Label', name: 'Text that is shown' },
  { type: 'StaticImage', name: 'Picture that is shown' },
] as const;

export const kindName = (type: string): string => kinds.find((one) => one.type === type)?.name ?? type;

export const builtInNames: Readonly<Record<string, string>> = {
  _Subject: 'Subject',
  _Description: 'Description',
  _DueDate: 'Due date',
  _Assignee: 'First responsible',
  _Assignees: 'Assigned to',
  _Status: 'Status',
  _Number: 'Number',
  _CreatedBy: 'Made by',
  _CreatedDateTime: 'Made at',
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const labelOf = ({ type, members }: Node): string =>
  text(members.DisplayLabel) || text(members.Name) || text(members.Text) || text(members.Binding) || kindName(type);

const hasValue = (type: string): boolean => !['Panel', 'Label', 'StaticImage'].includes(type);

const hex = (): string => crypto.randomUUID().replaceAll('-', '');

/** The members of a new control; `taken` are the labels that are there. */
export function newMembers(type: string, taken: ReadonlySet<string>): Record<string, unknown> {
  const base = kindName(type);
  let label = base;
  for (let n = 2; taken.has(label); n++) label = `${base} ${n}`;
  return {
    ElementId: hex(),
    Name: label,
    DisplayLabel: label,
    Type: type,
    ...(hasValue(type) ? { Binding: label, IsReadOnly: false, IsRequired: false } : {}),
    ...(type === 'TextBox' ? { IsSingleLine: true } : {}),
    ...(type === 'Panel' ? { LayoutType: 'Vertical', IsCollapsible: true } : {}),
    ...(type === 'Label' ? { Text: label } : {}),
    ...(['ComboBox', 'RadioGroup', 'MultiSelect'].includes(type)
      ? { Options: [{ Value: 'One' }, { Value: 'Two' }] }
      : {}),
    ...(type === 'CascadingList' ? { ListGroupId: '', Level: 0 } : {}),
    ...(type === 'Calculated' ? { Formula: '1 + 1', ResultType: 'number' } : {}),
  };
}
