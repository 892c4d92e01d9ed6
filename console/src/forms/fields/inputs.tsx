import { Checkbox, Text, Textarea, TextInput } from '@mantine/core';
import { dueDayOf } from '../../../../src/std/due-day.ts';
import { dateTime } from '../../ui/format.ts';
import { NumberField } from '../../ui/number/number-field.tsx';
import { common, type FieldProps, pressed, textIn } from './kit.ts';

export function TextField(props: FieldProps) {
  const { control, target, kit } = props;
  const { IsSingleLine, MaxLength, Format } = control.members;
  const input = {
    ...common(props),
    value: textIn(kit.draft[target]),
    ...(typeof MaxLength === 'number' ? { maxLength: MaxLength } : {}),
    ...(Format === 'digits' ? { inputMode: 'numeric' as const } : {}),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      kit.set(target, event.currentTarget.value),
  };
  const isShort = IsSingleLine === true || target === 'subject' || Format !== undefined;
  return isShort ? <TextInput {...input} /> : <Textarea autosize minRows={2} maxRows={16} {...input} />;
}

export function NumberBoxField(props: FieldProps) {
  const { control, target, kit } = props;
  const { Decimals, Unit, IsPercent } = control.members;
  const value = kit.draft[target];
  const unit = typeof Unit === 'string' && Unit !== '' ? Unit : IsPercent === true ? '%' : undefined;
  return (
    <NumberField
      {...common(props)}
      unit={unit}
      maxDecimals={typeof Decimals === 'number' ? Decimals : undefined}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(next) => kit.set(target, next === '' ? undefined : next)}
      onFault={(text) => kit.set(target, text)}
    />
  );
}

export function CheckField(props: FieldProps) {
  const { target, kit } = props;
  const { withAsterisk: _, ...input } = pressed(props);
  return (
    <Checkbox
      {...input}
      checked={kit.draft[target] === true}
      onChange={(event) => kit.set(target, event.currentTarget.checked)}
    />
  );
}

const two = (value: number): string => String(value).padStart(2, '0');

/** An instant as the browser's own field for it wants it: without a zone, at this place. */
function localOf(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return '';
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The day of a date, or of an instant where its reader is. */
function dayOf(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : dueDayOf(time, Intl.DateTimeFormat().resolvedOptions().timeZone);
}

export function DateField(props: FieldProps) {
  const { control, target, kit } = props;
  const text = textIn(kit.draft[target]);
  const withTime = control.members.IncludeTime === true;
  return (
    <TextInput
      {...common(props)}
      type={withTime ? 'datetime-local' : 'date'}
      value={withTime ? localOf(text) : dayOf(text)}
      onChange={({ currentTarget: { value } }) =>
        kit.set(target, withTime && value !== '' ? new Date(value).toISOString() : value)
      }
    />
  );
}

/** A value that nobody fills in: calculated, or known by the server alone. */
export function ShownField({ control, target, kit }: FieldProps) {
  const value = kit.draft[target];
  const { Decimals, Unit } = control.members;
  const plain =
    typeof value === 'number' && typeof Decimals === 'number'
      ? value.toFixed(Decimals)
      : typeof value === 'boolean'
        ? value
          ? 'Yes'
          : 'No'
        : target === 'createdDateTime'
          ? dateTime(textIn(value))
          : String(value ?? '—');
  return (
    <div>
      <Text size="sm" fw={500}>
        {control.label}
      </Text>
      <output>
        {plain}
        {typeof Unit === 'string' && value !== undefined ? ` ${Unit}` : ''}
      </output>
      {kit.leftOut.has(target) && (
        <Text size="xs" c="dimmed">
          {kit.leftOut.get(target)}
        </Text>
      )}
    </div>
  );
}
