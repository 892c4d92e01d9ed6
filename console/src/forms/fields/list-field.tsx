import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Control } from '../../../../src/areas/forms/layout/controls.ts';
import { targetOf } from '../draft.ts';
import { listGroupQuery } from '../queries.ts';
import { common, type FieldKit, type FieldProps, textIn } from './kit.ts';

interface Tree {
  readonly [option: string]: unknown;
}

const groupOf = ({ members }: Control): string => textIn(members.ListGroupId).toLowerCase();
const levelOf = ({ members }: Control): number => (typeof members.Level === 'number' ? members.Level : 0);
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** What has been chosen on the levels above, the outermost first. */
function chosenAbove(control: Control, { all, draft }: FieldKit): string[] {
  return all
    .filter(
      (one) => one.type === 'CascadingList' && groupOf(one) === groupOf(control) && levelOf(one) < levelOf(control),
    )
    .sort((a, b) => levelOf(a) - levelOf(b))
    .map((one) => textIn(draft[targetOf(one) ?? '']));
}

/** A choice whose options depend on what is chosen on the level above. */
export function ListField(props: FieldProps) {
  const { control, target, kit } = props;
  const group = groupOf(control);
  const isKnown = kit.definitionId !== undefined && group !== '';
  const query = useQuery({ ...listGroupQuery(kit.definitionId ?? '', group), enabled: isKnown });
  const above = chosenAbove(control, kit);
  let tree: unknown = query.data?.optionsTree;
  for (const option of above) tree = isTree(tree) ? tree[option] : undefined;
  const options = isTree(tree) ? Object.keys(tree) : [];
  const value = textIn(kit.draft[target]);
  const data = value && !options.includes(value) ? [value, ...options] : options;
  const waits = above.some((one) => one === '');
  const set = (next: string | null) => {
    kit.set(target, next ?? undefined);
    for (const below of kit.all) {
      const other = targetOf(below);
      const isBelow = below.type === 'CascadingList' && groupOf(below) === group && levelOf(below) > levelOf(control);
      if (isBelow && other !== undefined) kit.set(other, undefined);
    }
  };
  return (
    <Select
      {...common(props)}
      searchable
      clearable
      data={data}
      value={value || null}
      placeholder={waits ? 'Choose what is above first' : 'Choose'}
      nothingFoundMessage={isKnown ? 'There is no such option' : 'The list is not there'}
      onChange={set}
    />
  );
}
