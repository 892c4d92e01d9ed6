import { Select, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { cronOf, cronWords, type Rhythm, weekdays } from './cron.ts';
import classes from './feeds.module.css';

const kinds = [
  { value: 'hour', label: 'Every hour' },
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
  { value: 'own', label: 'A schedule of your own' },
] as const;
const days = Array.from({ length: 31 }, (_, at) => String(at + 1));

interface RhythmProps {
  readonly value: Rhythm;
  readonly error: ReactNode;
  readonly onChange: (value: Rhythm) => void;
}

/** When a timer runs. */
export function RhythmFields({ value, error, onChange }: RhythmProps) {
  const { every } = value;
  const chooseKind = (next: string | null) => {
    const kind = kinds.find((one) => one.value === next);
    if (kind) onChange({ ...value, every: kind.value, own: kind.value === 'own' ? cronOf(value) : value.own });
  };
  return (
    <div>
      <div className={classes.pair}>
        <Select
          label="Runs"
          allowDeselect={false}
          value={every}
          data={[...kinds]}
          onChange={chooseKind}
          error={every === 'own' ? null : error}
        />
        {every === 'own' ? (
          <TextInput
            label="Schedule"
            placeholder="0 2 * * 1-5"
            value={value.own}
            error={error}
            onChange={(event) => onChange({ ...value, own: event.currentTarget.value })}
          />
        ) : (
          <TextInput
            label="At (UTC)"
            type="time"
            required
            value={value.at}
            onChange={(event) => onChange({ ...value, at: event.currentTarget.value })}
          />
        )}
        {every === 'week' && (
          <Select
            label="On"
            allowDeselect={false}
            value={value.weekday}
            data={weekdays.map((label, at) => ({ value: String(at), label }))}
            onChange={(weekday) => weekday && onChange({ ...value, weekday })}
          />
        )}
        {every === 'month' && (
          <Select
            label="On day"
            allowDeselect={false}
            value={value.day}
            data={days}
            onChange={(day) => day && onChange({ ...value, day })}
          />
        )}
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {every === 'own'
          ? 'Minute, hour, day of month, month, day of week, in UTC; with seconds in front, or a year at the end besides.'
          : `${cronWords(cronOf(value))}${every === 'hour' ? '' : hereAt(value.at)}.`}
      </Text>
    </div>
  );
}

/** A time in UTC as the clock of the person shows it today. */
function hereAt(at: string): string {
  const date = new Date(`${new Date().toISOString().slice(0, 10)}T${at}Z`);
  if (Number.isNaN(date.getTime()) || date.getTimezoneOffset() === 0) return '';
  return `, which is ${date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })} where you are`;
}
