import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Control } from '../../../../src/areas/forms/layout/controls.ts';
import { targetOf } from '../draft.ts';
import { staticImageQuery } from '../queries.ts';
import { ChoiceField, ChoicesField, RadioField } from './choices.tsx';
import classes from './fields.module.css';
import { CheckField, DateField, NumberBoxField, ShownField, TextField } from './inputs.tsx';
import type { FieldKit, FieldProps } from './kit.ts';
import { ListField } from './list-field.tsx';
import { PeopleField, PersonField } from './people-fields.tsx';
import { SignatureField } from './signature-field.tsx';
import { TableField } from './table-field.tsx';

/** The controls of a layout, from top to bottom. */
export const Fields = ({ controls, kit }: { readonly controls: readonly Control[]; readonly kit: FieldKit }) => (
  <div className={classes.fields}>
    {controls.map((control, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a layout keeps its order while it is shown
      <Field key={at} control={control} kit={kit} />
    ))}
  </div>
);

const byType: Readonly<Record<string, (props: FieldProps) => React.JSX.Element>> = {
  TextBox: TextField,
  NumberBox: NumberBoxField,
  CheckBox: CheckField,
  ComboBox: ChoiceField,
  RadioGroup: RadioField,
  MultiSelect: ChoicesField,
  DatePicker: DateField,
  CascadingList: ListField,
  UserPicker: PersonField,
  Signature: SignatureField,
  Table: TableField,
  Calculated: ShownField,
};

/** Built-in properties have their own input, whatever control shows them. */
const byBuiltIn: Readonly<Record<string, (props: FieldProps) => React.JSX.Element>> = {
  subject: TextField,
  description: TextField,
  dueDate: DateField,
  assignee: PersonField,
  assignees: PeopleField,
  status: ShownField,
  number: ShownField,
  createdBy: ShownField,
  createdDateTime: ShownField,
};

function Field({ control, kit }: { readonly control: Control; readonly kit: FieldKit }) {
  switch (control.type) {
    case 'Panel':
      return <Panel control={control} kit={kit} />;
    case 'Label':
      return <Text size="sm">{typeof control.members.Text === 'string' ? control.members.Text : control.label}</Text>;
    case 'StaticImage':
      return <StaticImage control={control} definitionId={kit.definitionId} />;
    case 'ImageDrop':
      return kit.pictures(control);
    default: {
      const target = targetOf(control);
      const Input = byBuiltIn[control.builtIn ?? ''] ?? byType[control.type];
      if (target === undefined || Input === undefined) return null;
      return <Input control={control} target={target} kit={kit} />;
    }
  }
}

function Panel({ control, kit }: { readonly control: Control; readonly kit: FieldKit }) {
  const inside = <Fields controls={control.children} kit={kit} />;
  if (control.members.IsCollapsible !== true) {
    return (
      <section className={classes.panel}>
        {control.label && <h2>{control.label}</h2>}
        {inside}
      </section>
    );
  }
  return (
    <details className={classes.panel} open={control.members.IsCollapsed !== true}>
      <summary>{control.label}</summary>
      {inside}
    </details>
  );
}

function StaticImage(props: { readonly control: Control; readonly definitionId: string | undefined }) {
  const fileId = String(props.control.members.FileId ?? '');
  const isKnown = props.definitionId !== undefined && fileId !== '';
  const { data } = useQuery({ ...staticImageQuery(props.definitionId ?? '', fileId), enabled: isKnown });
  return data ? <img className={classes.picture} src={data} alt={props.control.label} /> : null;
}
