import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NumberField } from '../../ui/number/number-field.tsx';
import type { Setting } from '../wants.ts';

interface Settings {
  readonly settings: Readonly<Record<string, number | string | boolean>>;
}

/** What a setting is set to; undefined: left to the server. */
export function settingOf({ is }: Setting, value: number | string | boolean | undefined): number | boolean | undefined {
  if (is === 'switch') return value === true ? true : undefined;
  return typeof value === 'number' ? value : undefined;
}

const bounds = {
  number: { min: 0.001, step: 0.1 },
  whole: { min: 1, step: 1, whole: true },
  share: { min: 0, max: 1, step: 0.05 },
} as const;

/** Settings with what is usual filled in. */
export function SettingFields<F extends Settings>(props: {
  readonly settings: readonly Setting[];
  readonly form: Pick<UseFormReturnType<F>, 'getInputProps'>;
}) {
  return props.settings.map(({ option, label, about, is, unit }) =>
    is === 'switch' ? (
      <Switch
        key={option}
        label={label}
        description={about}
        {...props.form.getInputProps(`settings.${option}`, { type: 'checkbox' })}
      />
    ) : (
      <NumberField
        key={option}
        label={label}
        description={about}
        placeholder="as usual"
        {...bounds[is]}
        unit={unit}
        {...props.form.getInputProps(`settings.${option}`)}
      />
    ),
  );
}
