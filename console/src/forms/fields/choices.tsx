import { Autocomplete, MultiSelect, Radio, Select, Stack, TagsInput } from '@mantine/core';
import { optionsOf } from '../../ui/forms/options.ts';
import { common, type FieldProps, pressed, textIn } from './kit.ts';

export function ChoiceField(props: FieldProps) {
  const { control, target, kit } = props;
  const value = textIn(kit.draft[target]);
  const data = optionsOf(control);
  if (control.members.AllowOther === true) {
    return (
      <Autocomplete
        {...common(props)}
        data={data.map((one) => one.value)}
        value={value}
        placeholder="Choose or write"
        onChange={(next) => kit.set(target, next)}
      />
    );
  }
  return (
    <Select
      {...common(props)}
      clearable
      data={data}
      value={value || null}
      placeholder="Choose"
      onChange={(next) => kit.set(target, next ?? undefined)}
    />
  );
}

export function RadioField(props: FieldProps) {
  const { control, target, kit } = props;
  const { disabled, ...input } = pressed(props);
  return (
    <Radio.Group {...input} value={textIn(kit.draft[target])} onChange={(next) => kit.set(target, next)}>
      <Stack gap={6} mt={4}>
        {optionsOf(control).map(({ value, label }) => (
          <Radio key={value} value={value} label={label} disabled={disabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

export function ChoicesField(props: FieldProps) {
  const { control, target, kit } = props;
  const given = kit.draft[target];
  const value = Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
  const data = optionsOf(control);
  const input = { ...common(props), value, onChange: (next: string[]) => kit.set(target, next) };
  return control.members.AllowOther === true ? (
    <TagsInput {...input} data={data.map((one) => one.value)} placeholder={value.length > 0 ? '' : 'Choose or write'} />
  ) : (
    <MultiSelect {...input} data={data} placeholder={value.length > 0 ? '' : 'Choose'} />
  );
}
