import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { count, plural } from '../../../ui/format.ts';
import { className, type ElementInfo, type Elements, nameOf, storeyOf } from '../../../ui/stage/elements.ts';
import type { ShownControl } from '../../../ui/stage/use-shown.ts';
import type { TreeNode } from '../tree.ts';

/** Why the structure counts fewer elements than the model has. */
export function Shapes({ elements }: { readonly elements: Elements }) {
  const drawn = useMemo(() => [...elements.values()].filter(({ box }) => box).length, [elements]);
  if (drawn === elements.size) return null;
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {count(drawn)} of {plural(elements.size, 'element')} have a shape
    </Text>
  );
}

/** How many were found, and what can be done with all of them. */
export function Hits({ found, control }: { readonly found: readonly TreeNode[]; readonly control: ShownControl }) {
  const drawn = found.flatMap((one) => one.drawn);
  const look = { size: 'compact-xs', variant: 'subtle' } as const;
  return (
    <Group gap={4} mt={4} wrap="nowrap" justify="space-between">
      <Text size="xs" c="dimmed" role="status" style={{ whiteSpace: 'nowrap' }}>
        {found.length === 0 ? 'No element fits' : plural(found.length, 'element')}
      </Text>
      {drawn.length > 0 && (
        <Group gap={0} wrap="nowrap">
          <Button {...look} onClick={() => control.isolate(drawn)}>
            Show only these
          </Button>
          <Button {...look} onClick={() => control.hide(drawn, true)}>
            Hide these
          </Button>
        </Group>
      )}
    </Group>
  );
}

/** The elements whose name, class or GlobalId holds a text. */
export function foundIn(elements: Elements, find: string): TreeNode[] {
  const fits = ({ name, globalId, class: ifcClass }: ElementInfo) =>
    [name ?? '', globalId, ifcClass, className(ifcClass)].some((one) => one.toLowerCase().includes(find));
  const detailOf = ({ id, class: ifcClass, box }: ElementInfo) =>
    [className(ifcClass), storeyOf(elements, id)?.name, box ? null : 'without a shape'].filter(Boolean).join(' · ');
  return [...elements.values()].filter(fits).map((element) => ({
    key: element.id,
    label: nameOf(element),
    kind: 'element',
    element,
    detail: detailOf(element),
    children: [],
    drawn: element.box ? [element.id] : [],
  }));
}
