import { Badge, Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { plural } from '../../ui/format.ts';
import { className } from '../../ui/stage/elements.ts';
import { epdQuery } from '../queries.ts';
import type { Material, Proposal } from '../shapes.ts';
import { declaredText, quantitiesText } from '../text.ts';
import type { NameRow } from './rows.ts';

interface RowProps {
  readonly twinId: string;
  readonly row: NameRow;
  readonly mayEdit: boolean;
  readonly busy: boolean;
  readonly picked: boolean;
  readonly onPick: (on: boolean) => void;
  readonly onAccept: () => void;
  readonly onEdit: () => void;
}

/** A name of the model, its quantities, and what it is. */
export function MaterialRow({ row, mayEdit, busy, picked, onPick, onAccept, onEdit }: RowProps) {
  const { material, state } = row;
  const name = material.name ?? 'Without a name';
  return (
    <Table.Tr bg={picked ? 'var(--chosen)' : undefined}>
      {mayEdit && (
        <Table.Td>
          {state !== 'Nameless' && (
            <Checkbox
              size="xs"
              aria-label={`Choose ${name}`}
              checked={picked}
              onChange={({ currentTarget }) => onPick(currentTarget.checked)}
            />
          )}
        </Table.Td>
      )}
      <Table.Td className="long">
        <Group gap={6}>
          <Text size="sm" fw={500} c={material.name === null ? 'dimmed' : undefined}>
            {name}
          </Text>
          <ChangeBadge change={material.change} />
        </Group>
        <Text size="xs" c="dimmed">
          {[material.category, ...material.classes.slice(0, 3).map(className)].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" hiddenFrom="sm">
          {quantitiesText(material)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {quantitiesText(material)}
        <Text size="xs" c="dimmed">
          {plural(material.elements, 'element')}
          {material.change === 'Changed' && material.before && `; before: ${quantitiesText(material.before)}`}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="space-between">
          <div style={{ minWidth: 0 }}>
            <Meaning row={row} />
          </div>
          {mayEdit && state !== 'Nameless' && (
            <Group gap={6}>
              {row.proposal && (
                <Button
                  size="compact-xs"
                  leftSection={<IconCheck size={13} />}
                  disabled={busy}
                  aria-label={`Accept ${row.proposal.epdName} for ${name}`}
                  onClick={onAccept}
                >
                  Accept
                </Button>
              )}
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconPencil size={13} />}
                disabled={busy}
                aria-label={`${state === 'Open' ? 'Map' : 'Edit'} ${name}`}
                onClick={onEdit}
              >
                {state === 'Open' ? 'Map' : 'Edit'}
              </Button>
            </Group>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

const changeColors = { New: 'green', Changed: 'orange' } as const;

const ChangeBadge = ({ change }: { readonly change: Material['change'] }) =>
  change === undefined || change === 'Same' ? null : (
    <Badge size="xs" variant="light" tt="none" color={changeColors[change]}>
      {change}
    </Badge>
  );

/** What the mapping says; for what is open what is proposed, and why. */
function Meaning({ row: { state, entry, proposal } }: { readonly row: NameRow }) {
  if (state === 'Nameless') {
    return (
      <Text size="xs" c="dimmed">
        Nothing can be mapped without a name. Count these elements by their types, classes or classifications.
      </Text>
    );
  }
  if (state === 'Ignored') {
    return (
      <Text size="sm" c="dimmed">
        Ignored: {entry?.reason}
      </Text>
    );
  }
  if (state === 'Mapped' && entry?.epdId) {
    return (
      <>
        <EpdName epdId={entry.epdId} />
        <Text size="xs" c="dimmed">
          {moreText(entry)}
        </Text>
      </>
    );
  }
  if (proposal === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Not mapped
      </Text>
    );
  }
  return (
    <>
      <Text size="sm">{proposal.epdName}?</Text>
      <Text size="xs" c="dimmed">
        {whyText(proposal)}
      </Text>
    </>
  );
}

function EpdName({ epdId }: { readonly epdId: string }) {
  const { data, isError } = useQuery(epdQuery(epdId));
  if (isError) {
    return (
      <Text size="sm" c="red">
        A declaration that is gone
      </Text>
    );
  }
  return (
    <Text size="sm" fw={500}>
      {data ? data.name : '…'}{' '}
      <Text span size="xs" c="dimmed">
        {data && declaredText(data.declared)}
      </Text>
    </Text>
  );
}

const moreText = ({ factor, wastage, density, thickness, transport, serviceLife }: NonNullable<NameRow['entry']>) =>
  [
    factor && `× ${factor}`,
    wastage && `${100 * wastage} % waste`,
    density && `${density} kg/m³`,
    thickness && `${thickness} m thick`,
    transport && transport.length > 0 && plural(transport.length, 'transport'),
    serviceLife && `replaced every ${serviceLife} years`,
  ]
    .filter(Boolean)
    .join(', ');

const whyText = ({ rule, because }: Proposal): string =>
  ({
    Mapping: `As in the reviewed mapping ${because}`,
    Name: 'It has the same name',
    Words: `It has the words of ${because}`,
    Type: `It has the words of the type ${because}`,
    Classification: `It has the words of the classification ${because}`,
    Class: `It has the words of the class ${because}`,
  })[rule];
