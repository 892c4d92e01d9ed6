import { Button, Menu } from '@mantine/core';
import { IconFileTypePdf, IconFolderDown, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { answerOf, platform, requestOf } from '../../platform/client.ts';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { removeForm } from '../../ui/forms/queries.ts';
import type { Form } from '../../ui/forms/types.ts';
import { saveBlob } from '../../ui/save-text.ts';
import type { FormRights } from '../rights.ts';

interface ActionProps {
  readonly form: Form;
  readonly twinId: string;
  readonly rights: FormRights;
}

/** What can be done with a form as a whole. */
export function FormActions({ form, twinId, rights }: ActionProps) {
  const navigate = useNavigate();
  const print = useChange({
    run: async () => (await requestOf(`/forms/${form.id}/download`, { headers: { Accept: 'application/pdf' } })).blob(),
    done: (pdf) => saveBlob(`${form.number}.pdf`, pdf),
  });
  const keep = useChange({
    run: async () =>
      (await answerOf(platform.forms.GET('/forms/storage-export', { params: { query: { ids: [form.id] } } }))).file,
    stale: [['files']],
    says: (file) => `${file.fileName} is in the files of the twin now.`,
  });
  const remove = useChange({
    run: () => removeForm(form.id),
    stale: [['forms', twinId]],
    gone: [['form', form.id]],
    says: () => `${form.number} is deleted.`,
    done: () => void navigate({ to: '/twins/$twinId/forms', params: { twinId }, search: {} }),
  });
  const ask = () =>
    confirm({
      title: `Delete ${form.number}?`,
      text: 'It is gone for everybody with its comments and files, and its number is not given again.',
      verb: 'Delete form',
      onConfirm: () => remove.mutate(),
    });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} />}
        loading={print.isPending}
        onClick={() => print.mutate()}
      >
        PDF
      </Button>
      {(rights.storage || rights.remove) && (
        <ActionsMenu of={form.number}>
          {rights.storage && (
            <Menu.Item leftSection={<IconFolderDown size={15} />} onClick={() => keep.mutate()}>
              Put the PDF into the files
            </Menu.Item>
          )}
          {rights.remove && (
            <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={ask}>
              Delete
            </Menu.Item>
          )}
        </ActionsMenu>
      )}
    </>
  );
}
