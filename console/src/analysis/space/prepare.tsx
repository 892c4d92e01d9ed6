import { Button, Text } from '@mantine/core';
import { IconCube } from '@tabler/icons-react';
import { type Look, optionsOf, startConversion } from '../../reality/queries.ts';
import { useChange } from '../../ui/change.tsx';
import type { Data } from '../wants.ts';

/** Data that is not prepared to be looked at, and what can be done about it. */
export function Prepare(props: {
  readonly data: Data | undefined;
  readonly look: Look | undefined;
  readonly twinId: string;
}) {
  const { data, look, twinId } = props;
  const change = useChange({
    async run() {
      if (!data || (look?.is !== 'possible' && look?.is !== 'failed')) return;
      const options = { merge: true, ...optionsOf(look.output) };
      await startConversion({ twinId, name: data.displayName, inputs: [data.id], outputs: [look.output], options });
    },
    stale: [['reality', twinId]],
  });
  const name = data?.displayName ?? 'The data';
  if (look?.is === 'underway')
    return <Text size="sm">{name} is being prepared to be looked at. It appears here then.</Text>;
  if (look?.is !== 'possible' && look?.is !== 'failed') {
    return (
      <Text size="sm">{data ? `${name} cannot be shown in 3D.` : 'What this was found in is not there any more.'}</Text>
    );
  }
  return (
    <>
      <Text size="sm" mb="xs">
        {name} is not prepared to be looked at yet.
      </Text>
      <Button size="xs" leftSection={<IconCube size={15} />} loading={change.isPending} onClick={() => change.mutate()}>
        Prepare for 3D
      </Button>
    </>
  );
}
