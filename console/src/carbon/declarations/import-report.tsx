import { Button, Group, List, Stack, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { ImportedFile } from '../actions.ts';

const shown = 100;

/** What an import brought: how many declarations, and which were refused, where and why. */
export const ImportReport = (props: { readonly files: readonly ImportedFile[]; readonly onClose: () => void }) => (
  <Dialog onClose={props.onClose} size="lg" title="What was imported">
    <Stack gap="md">
      {props.files.map((file) => (
        <OneFile key={file.name} file={file} />
      ))}
      <Group justify="flex-end">
        <Button onClick={props.onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  </Dialog>
);

function OneFile({ file: { name, result, error } }: { readonly file: ImportedFile }) {
  const refused = result?.refused ?? [];
  return (
    <section>
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {error ? <ProblemNote error={error} /> : null}
      {result && (
        <Text size="sm">
          {plural(result.imported.length, 'declaration')} imported
          {refused.length > 0 ? `, ${refused.length} refused:` : '.'}
        </Text>
      )}
      <List size="sm" mt={4}>
        {refused.slice(0, shown).map(({ name: title, line, reason }) => (
          <List.Item key={`${line} ${title} ${reason}`}>
            {line === null ? '' : `Line ${line}, `}
            {title ?? 'without a name'}: {reason}
          </List.Item>
        ))}
      </List>
      {refused.length > shown && (
        <Text size="xs" c="dimmed">
          And {refused.length - shown} more.
        </Text>
      )}
    </section>
  );
}
