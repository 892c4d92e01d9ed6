import { Button, Checkbox, FileButton, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showProblem } from '../../ui/change.tsx';
import { NumberField } from '../../ui/number/number-field.tsx';
import { listGroupsQuery } from '../queries.ts';
import { putStaticImage } from './actions.ts';
import { builtInNames, kindName } from './kinds.ts';
import type { Node } from './outline.ts';

interface PaneProps {
  readonly node: Node;
  readonly twinId: string;
  readonly definitionId: string;
  readonly isColumn: boolean;
  readonly onChange: (members: Node['members']) => void;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const own = 'own';

/** What is known of the chosen control, to be changed. */
export function MembersPane(props: PaneProps) {
  const { node, onChange } = props;
  const { members, type } = node;
  const set = (change: Readonly<Record<string, unknown>>) => onChange({ ...members, ...change });
  const hasValue = members.Binding !== undefined;
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        {kindName(type)}
      </Text>
      <TextInput
        label="Label"
        maxLength={255}
        value={text(members.DisplayLabel) || text(members.Name)}
        onChange={(event) => set({ DisplayLabel: event.currentTarget.value, Name: event.currentTarget.value })}
      />
      {hasValue && <ValuePlace {...props} set={set} />}
      {hasValue && type !== 'Calculated' && (
        <Checkbox
          label="Needed before the form can be closed"
          checked={members.IsRequired === true}
          onChange={(event) => set({ IsRequired: event.currentTarget.checked })}
        />
      )}
      <OfType {...props} set={set} />
    </Stack>
  );
}

interface PartProps extends PaneProps {
  readonly set: (change: Readonly<Record<string, unknown>>) => void;
}

/** Which property of the form the control is for. */
function ValuePlace({ node, isColumn, set }: PartProps) {
  const binding = text(node.members.Binding);
  const isBuiltIn = binding in builtInNames;
  const isFixed = isColumn || !['TextBox', 'DatePicker', 'UserPicker', 'ComboBox', 'NumberBox'].includes(node.type);
  return (
    <>
      {!isFixed && (
        <Select
          label="What it holds"
          allowDeselect={false}
          data={[
            { value: own, label: 'A value of its own' },
            ...Object.entries(builtInNames).map(([value, label]) => ({ value, label })),
          ]}
          value={isBuiltIn ? binding : own}
          onChange={(value) =>
            set({ Binding: value === own || !value ? text(node.members.DisplayLabel) || 'Value' : value })
          }
        />
      )}
      {!isBuiltIn && (
        <TextInput
          label="Name of the value"
          description="Programs know it by this; 36 letters at most. Signs other than letters count seven times."
          maxLength={36}
          value={binding}
          onChange={(event) => set({ Binding: event.currentTarget.value })}
        />
      )}
    </>
  );
}

const parts: Readonly<Record<string, readonly ((props: PartProps) => React.JSX.Element)[]>> = {
  TextBox: [TextParts],
  NumberBox: [NumberParts],
  ComboBox: [OptionParts],
  RadioGroup: [OptionParts],
  MultiSelect: [OptionParts],
  DatePicker: [DateParts],
  CascadingList: [ListParts],
  UserPicker: [PersonParts],
  Calculated: [FormulaParts],
  Panel: [SectionParts],
  Label: [LabelParts],
  StaticImage: [ImageParts],
};

const OfType = (props: PartProps) => (parts[props.node.type] ?? []).map((Part) => <Part key={Part.name} {...props} />);

function Flag(props: PartProps & { readonly name: string; readonly label: string }) {
  return (
    <Checkbox
      label={props.label}
      checked={props.node.members[props.name] === true}
      onChange={(event) => props.set({ [props.name]: event.currentTarget.checked })}
    />
  );
}

function Amount(props: PartProps & { readonly name: string; readonly label: string; readonly max?: number }) {
  const value = props.node.members[props.name];
  return (
    <NumberField
      key={`${props.node.id} ${props.name}`}
      label={props.label}
      {...(props.max === undefined ? {} : { min: 0, max: props.max, whole: true })}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => props.set({ [props.name]: next === '' ? undefined : next })}
    />
  );
}

function TextParts(props: PartProps) {
  return (
    <>
      <Flag {...props} name="IsSingleLine" label="One line only" />
      <Select
        label="Must be"
        clearable
        placeholder="Any text"
        data={[
          { value: 'email', label: 'An e-mail address' },
          { value: 'url', label: 'A web address' },
          { value: 'digits', label: 'Digits' },
        ]}
        value={text(props.node.members.Format) || null}
        onChange={(Format) => props.set({ Format: Format ?? undefined })}
      />
      <Amount {...props} name="MaxLength" label="Most characters" max={65_536} />
    </>
  );
}

function NumberParts(props: PartProps) {
  return (
    <>
      <Amount {...props} name="Minimum" label="At least" />
      <Amount {...props} name="Maximum" label="At most" />
      <Amount {...props} name="Decimals" label="Decimals" max={10} />
      <TextInput
        label="Unit"
        value={text(props.node.members.Unit)}
        onChange={(event) => props.set({ Unit: event.currentTarget.value })}
      />
    </>
  );
}

function OptionParts(props: PartProps) {
  const options = Array.isArray(props.node.members.Options) ? props.node.members.Options : [];
  const lines = options.map((one) => text(Object(one).Value));
  return (
    <>
      <Textarea
        label="Options"
        description="One in each line."
        autosize
        minRows={3}
        defaultValue={lines.join('\n')}
        key={props.node.id}
        onChange={(event) => {
          const given = [...new Set(event.currentTarget.value.split('\n').map((one) => one.trim()))].filter(Boolean);
          const known = new Map(options.map((one) => [text(Object(one).Value), one]));
          props.set({ Options: given.map((Value) => known.get(Value) ?? { Value }) });
        }}
      />
      {props.node.type !== 'RadioGroup' && <Flag {...props} name="AllowOther" label="Other words are allowed, too" />}
    </>
  );
}

function DateParts(props: PartProps) {
  return <Flag {...props} name="IncludeTime" label="With the time of day" />;
}

function PersonParts(props: PartProps) {
  return <Flag {...props} name="RolesAllowed" label="Roles can be chosen, too" />;
}

function SectionParts(props: PartProps) {
  return (
    <>
      <Flag {...props} name="IsCollapsible" label="Can be folded" />
      {props.node.members.IsCollapsible === true && <Flag {...props} name="IsCollapsed" label="Folded at first" />}
    </>
  );
}

function LabelParts(props: PartProps) {
  return (
    <Textarea
      label="Text"
      autosize
      minRows={2}
      value={text(props.node.members.Text)}
      onChange={(event) => props.set({ Text: event.currentTarget.value })}
    />
  );
}

function FormulaParts(props: PartProps) {
  return (
    <>
      <Textarea
        label="Formula"
        description="Over [Name of a value] and [Table.Column], with + − * / %, if, sum, count, min, max, avg, round, days, concat."
        autosize
        minRows={2}
        value={text(props.node.members.Formula)}
        onChange={(event) => props.set({ Formula: event.currentTarget.value })}
      />
      <Select
        label="Gives"
        allowDeselect={false}
        data={[
          { value: 'number', label: 'A number' },
          { value: 'string', label: 'A text' },
          { value: 'boolean', label: 'Yes or no' },
        ]}
        value={text(props.node.members.ResultType).toLowerCase() || 'number'}
        onChange={(ResultType) => props.set({ ResultType })}
      />
      <Amount {...props} name="Decimals" label="Decimals" max={10} />
    </>
  );
}

function ListParts(props: PartProps) {
  const groups = useQuery(listGroupsQuery(props.twinId)).data ?? [];
  const { ListGroupId, Level } = props.node.members;
  const group = groups.find(({ id }) => id === text(ListGroupId).toLowerCase());
  return (
    <>
      <Select
        label="Lists"
        placeholder={groups.length === 0 ? 'There are no lists yet' : 'Choose'}
        data={groups.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={group?.id ?? null}
        onChange={(id) => props.set({ ListGroupId: id ?? '', Level: 0 })}
      />
      {group && (
        <Select
          label="Which of them"
          allowDeselect={false}
          data={group.lists.map((name, at) => ({ value: String(at), label: name }))}
          value={String(typeof Level === 'number' ? Level : 0)}
          onChange={(level) => props.set({ Level: Number(level ?? 0) })}
        />
      )}
    </>
  );
}

function ImageParts(props: PartProps) {
  const client = useQueryClient();
  const { FileId } = props.node.members;
  const take = async (file: File) => {
    const fileId = typeof FileId === 'number' ? FileId : 1 + Math.floor(Math.random() * 900_000_000);
    await putStaticImage(props.definitionId, fileId, file);
    await client.invalidateQueries({ queryKey: ['static image', props.definitionId] });
    props.set({ FileId: fileId });
  };
  return (
    <FileButton accept="image/png,image/jpeg" onChange={(file) => file && void take(file).catch(showProblem)}>
      {(button) => (
        <Button {...button} size="xs" variant="default">
          {typeof FileId === 'number' ? 'Another picture' : 'Choose the picture'}
        </Button>
      )}
    </FileButton>
  );
}
