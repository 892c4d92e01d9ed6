import { Badge, Button, Card, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconShape, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import classes from '../../ui/card-list.module.css';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { plural } from '../../ui/format.ts';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { createSet, removeSet, type SymbolSet, setsQuery } from '../queries.ts';

const route = getRouteApi('/twins/$twinId/drawings/symbols');

/** The symbol sets of a twin: what is looked for in its drawings. A twin has a hundred at most. */
export function SetsPage() {
  const { twinId } = route.useParams();
  const query = useQuery(setsQuery(twinId));
  const mayWrite = useQuery(myPermissionsQuery(twinId)).data?.has('MLRunInference') ?? false;
  const [adding, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Symbols"
      about="Sets of symbols that are looked for in drawings. A set of your own begins with the basic symbols; it learns from reviewed sheets, too."
      actions={
        <>
          <LinkButton variant="default" to="/twins/$twinId/drawings" params={{ twinId }}>
            Drawings
          </LinkButton>
          {mayWrite && (
            <Button leftSection={<IconPlus size={16} />} onClick={open}>
              New set
            </Button>
          )}
        </>
      }
    >
      <Loaded query={query}>
        {(sets) => (
          <ul className={classes.list}>
            {sets.map((set) => (
              <SetCard key={set.id} {...{ twinId, set, mayWrite }} />
            ))}
          </ul>
        )}
      </Loaded>
      {adding && (
        <NameDialog
          title="New symbol set"
          verb="Create"
          initial=""
          save={(name) => createSet(twinId, name)}
          stale={[['symbol-sets', twinId]]}
          onClose={close}
        />
      )}
    </Page>
  );
}

function SetCard(props: { readonly twinId: string; readonly set: SymbolSet; readonly mayWrite: boolean }) {
  const { twinId, set, mayWrite } = props;
  const remove = useChange({
    run: () => removeSet(set.id),
    stale: [['symbol-sets', twinId]],
    gone: [['symbol-set', set.id]],
    says: () => `${set.displayName} deleted.`,
  });
  const ask = () =>
    confirm({
      title: `Delete ${set.displayName}?`,
      text: 'Its symbols and all its versions are gone for good. What was found with it stays, but drawings that name it cannot be read again.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(),
    });
  return (
    <Card component="li" withBorder padding="sm">
      <div className={classes.head}>
        <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.name}>
          <IconShape size={22} stroke={1.5} className={classes.cube} aria-hidden />
          <div className={classes.name}>
            <Group gap="xs">
              <Text fw={600} size="sm" component="h2">
                <TextLink to="/twins/$twinId/drawings/symbols/$setId" params={{ twinId, setId: set.id }}>
                  {set.displayName}
                </TextLink>
              </Text>
              {set.readOnly && (
                <Badge size="sm" variant="light" color="gray" tt="none">
                  Built in
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {plural(set.symbolsCount, 'shape')} · {plural(set.tags.length, 'pattern')} of tags
              {!set.readOnly && ` · version ${set.version}`}
            </Text>
          </div>
        </Group>
        {mayWrite && !set.readOnly && (
          <ActionsMenu of={set.displayName}>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
              Delete
            </Menu.Item>
          </ActionsMenu>
        )}
      </div>
    </Card>
  );
}
