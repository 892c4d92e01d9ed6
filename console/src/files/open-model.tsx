import { IconCube } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '../models/queries.ts';
import { endingOf } from '../platform/file-name.ts';
import { LinkButton } from '../ui/links.tsx';

const isModel = (name: string): boolean => ['ifc', 'ifczip'].includes(endingOf(name));

/** Leads to the model that was read from a file; nothing for files that are none. */
export function OpenModel(props: {
  readonly twinId: string;
  readonly file: { readonly id: string; readonly displayName: string };
  readonly size: 'xs' | 'compact-xs';
}) {
  const { id, displayName } = props.file;
  const enabled = isModel(displayName);
  const { data: models } = useQuery({ ...modelsQuery(props.twinId), enabled });
  const model = enabled ? models?.find(({ fileId }) => fileId === id) : undefined;
  if (model === undefined) return null;
  return (
    <LinkButton
      to="/twins/$twinId/models/$modelId"
      params={{ twinId: props.twinId, modelId: model.id }}
      size={props.size}
      variant="light"
      leftSection={<IconCube size={14} />}
      aria-label={`Open in 3D: ${displayName}`}
      style={{ flex: 'none' }}
    >
      Open in 3D
    </LinkButton>
  );
}
