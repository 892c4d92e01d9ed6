import { ActionIcon, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconExternalLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldErrors } from '../../ui/field-errors.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { removeWebLink, saveWebLink } from '../actions.ts';
import { type Parent, type Project, type WebLink, webLinksQuery } from '../queries.ts';
import { Section } from '../section.tsx';

/** Pages elsewhere that tell more. */
export function WebLinks(props: { readonly parent: Parent; readonly projectId: Project; readonly mayWrite: boolean }) {
  const { parent, projectId, mayWrite } = props;
  const query = useQuery(webLinksQuery(parent, projectId));
  const [asked, ask] = useState<{ readonly link?: WebLink }>();
  const stale = [['library', parent.kind, parent.id]];
  const remove = useChange({ run: ({ id }: WebLink) => removeWebLink(parent, id), stale });
  const askToRemove = (link: WebLink) =>
    confirm({
      title: `Delete the link ${link.displayName}?`,
      text: 'The page that it leads to stays as it is.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(link),
    });
  return (
    <Section
      title="Web links"
      actions={
        mayWrite && (
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => ask({})}>
            Add a link
          </Button>
        )
      }
    >
      <Loaded query={query} lines={2}>
        {(links) => (
          <Stack gap={4}>
            {links.length === 0 && (
              <Text size="sm" c="dimmed">
                No web links.
              </Text>
            )}
            {links.map((link) => (
              <Group key={link.id} gap={6} wrap="nowrap">
                <Anchor size="sm" href={link.uri} target="_blank" rel="noreferrer noopener" title={link.uri}>
                  {link.displayName} <IconExternalLink size={13} aria-label="opens in another tab" />
                </Anchor>
                {mayWrite && (
                  <>
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      aria-label={`Edit ${link.displayName}`}
                      onClick={() => ask({ link })}
                    >
                      <IconPencil size={14} />
                    </ActionIcon>
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      aria-label={`Delete ${link.displayName}`}
                      onClick={() => askToRemove(link)}
                    >
                      <IconTrash size={14} />
                    </ActionIcon>
                  </>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
      {asked && <LinkDialog parent={parent} {...asked} onClose={() => ask(undefined)} />}
    </Section>
  );
}

function LinkDialog(props: { readonly parent: Parent; readonly link?: WebLink; readonly onClose: () => void }) {
  const { parent, link, onClose } = props;
  const [displayName, setName] = useState(link?.displayName ?? '');
  const [uri, setUri] = useState(link?.uri ?? 'https://');
  const change = useChange({
    run: () => saveWebLink(parent, link?.id, { displayName: displayName.trim(), uri: uri.trim() }),
    stale: [['library', parent.kind, parent.id]],
    done: onClose,
    quiet: true,
  });
  const faults = fieldErrors(change.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog onClose={onClose} title={link ? 'Edit the link' : 'Add a link'}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={50}
            value={displayName}
            error={faults.displayName}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Address"
            type="url"
            required
            maxLength={2000}
            value={uri}
            error={faults.uri}
            onChange={(event) => setUri(event.currentTarget.value)}
          />
          <FormFoot change={change} verb={link ? 'Save' : 'Add'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
