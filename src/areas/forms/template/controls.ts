import { createHash } from 'node:crypto';

/* Words in which the built-in templates write their layouts. */

type Control = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const elementId = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const control = (type: string, label: string, members: Readonly<Record<string, unknown>>): Control => ({
  [type]: {
    ElementId: elementId(`${type} ${label} ${String(members.Binding ?? '')}`),
    Name: label,
    DisplayLabel: label,
    Type: type,
    IsReadOnly: false,
    IsRequired: false,
    ...members,
  },
});

const bound =
  (type: string) =>
  (label: string, members: Readonly<Record<string, unknown>> = {}) =>
    control(type, label, { Binding: label, ...members });

export const line = (label: string, members: Readonly<Record<string, unknown>> = {}) =>
  bound('TextBox')(label, { IsSingleLine: true, ...members });
export const text = bound('TextBox');
export const number = bound('NumberBox');
export const check = bound('CheckBox');
export const date = bound('DatePicker');
export const picker = bound('UserPicker');
export const pictures = bound('ImageDrop');
export const signature = bound('Signature');
export const calculated = bound('Calculated');

const options = (values: readonly string[]) => values.map((Value) => ({ Value }));
export const choice = (label: string, values: readonly string[], members: Readonly<Record<string, unknown>> = {}) =>
  bound('ComboBox')(label, { Options: options(values), ...members });
export const choices = (label: string, values: readonly string[], members: Readonly<Record<string, unknown>> = {}) =>
  bound('MultiSelect')(label, { Options: options(values), ...members });
export const radio = (label: string, values: readonly string[]) =>
  bound('RadioGroup')(label, { Options: options(values) });

export const table = (label: string, columns: readonly Control[], members: Readonly<Record<string, unknown>> = {}) =>
  bound('Table')(label, { Columns: columns, ...members });

export const panel = (label: string, children: readonly Control[]) =>
  control('Panel', label, { LayoutType: 'Vertical', IsCollapsible: true, Children: children });

export const subject = (label = 'Subject') => control('TextBox', label, { Binding: '_Subject', IsSingleLine: true });
export const description = (label = 'Description') => control('TextBox', label, { Binding: '_Description' });
export const due = (label = 'Due date') => control('DatePicker', label, { Binding: '_DueDate' });
export const assignees = (label = 'Assigned to') =>
  control('UserPicker', label, { Binding: '_Assignees', RolesAllowed: true });

export const layout = (...controls: readonly Control[]) => ({
  Form: { Controls: controls, StyleGroups: [], DataBindings: [] },
});
