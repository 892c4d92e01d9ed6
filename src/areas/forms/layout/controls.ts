/** Names of control types whose values the server knows (forms.md section 3); of others it checks nothing. */
export const knownTypes: ReadonlySet<string> = new Set([
  'Panel',
  'Label',
  'StaticImage',
  'TextBox',
  'NumberBox',
  'CheckBox',
  'ComboBox',
  'RadioGroup',
  'MultiSelect',
  'DatePicker',
  'CascadingList',
  'UserPicker',
  'ImageDrop',
  'Signature',
  'Table',
  'Calculated',
]);

/** One control of a layout, with what is below it. */
export interface Control {
  readonly type: string;
  readonly label: string;
  /** Of a custom property: its key in `properties`. */
  readonly key: string | undefined;
  /** Of a built-in property: its name, such as `subject`. */
  readonly builtIn: string | undefined;
  readonly required: boolean;
  /** All members as the layout has them. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly children: readonly Control[];
  /** Of a table. */
  readonly columns: readonly Control[];
}

/** A layout that could be read. */
export interface Layout {
  readonly controls: readonly Control[];
  /** All controls, those in panels included and the columns of tables not, from top to bottom. */
  readonly all: readonly Control[];
  /** Those of custom properties by key; of several with one key the first. */
  readonly byKey: ReadonlyMap<string, Control>;
}

/** A custom property's key: what is not a letter, a digit or `_` becomes `__xHHHH__`. */
export const keyOf = (binding: string): string =>
  binding.replaceAll(/[^A-Za-z0-9_]/g, (sign) => `__x${sign.charCodeAt(0).toString(16).padStart(4, '0')}__`);

/** A key as people wrote it in the layout. */
export const nameOfKey = (key: string): string =>
  key.replaceAll(/__x([0-9a-f]{4})__/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export const longestKey = 36;

export const isKey = (key: string): boolean => key.length <= longestKey && /^[A-Za-z0-9_]+$/.test(key);

/** UTF-16 code units of the text of a text box, and of a calculated value. */
export const longestText = 65_536;

/** Bytes that the custom properties of a form have together, as JSON. */
export const largestProperties = 2 ** 20;

/** Built-in properties by their binding. */
export const builtIns: Readonly<Record<string, string>> = {
  _Subject: 'subject',
  _Description: 'description',
  _DueDate: 'dueDate',
  _Status: 'status',
  _Assignee: 'assignee',
  _Assignees: 'assignees',
  _Number: 'number',
  _CreatedBy: 'createdBy',
  _CreatedDateTime: 'createdDateTime',
};
