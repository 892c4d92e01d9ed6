import { Group, Select } from '@mantine/core';
import { LeastSure } from '../least-sure.tsx';
import type { Scene } from '../scene.ts';
import type { Filter } from './items.ts';
import classes from './photos.module.css';

const states: readonly { readonly value: Filter['only']; readonly label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'open', label: 'Not looked at' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
];

/** What of it is shown. */
export function FilterFields(props: {
  readonly scene: Scene;
  readonly filter: Filter;
  /** It says how sure it is. */
  readonly isSure: boolean;
  readonly onChange: (filter: Filter) => void;
}) {
  const { scene, filter, isSure, onChange } = props;
  return (
    <div className={classes.head}>
      {isSure && <LeastSure value={filter.least} onChange={(least) => onChange({ ...filter, least })} />}
      <Group gap={6} grow>
        <Select
          size="xs"
          aria-label="What"
          placeholder="Every kind"
          clearable
          data={[...scene.labels].map(([id, name]) => ({ value: String(id), label: name }))}
          value={filter.labelId === null ? null : String(filter.labelId)}
          onChange={(id) => onChange({ ...filter, labelId: id === null ? null : Number(id) })}
        />
        <Select
          size="xs"
          aria-label="State"
          allowDeselect={false}
          data={[...states]}
          value={filter.only}
          onChange={(only) => onChange({ ...filter, only: states.find(({ value }) => value === only)?.value ?? 'all' })}
        />
      </Group>
    </div>
  );
}
