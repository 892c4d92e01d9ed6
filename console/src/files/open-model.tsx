import { IconCube } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '../models/queries.ts';
import { endingOf } from '../platform/file-name.ts';
import { LinkButton } from '../ui/links.tsx';

const isModel = (name: string): boolean => ['ifc', 'ifczip'].includes(endingOf(name));

/** The model that was read from a file; undefined for files that are none, and while that is not known. */
export function useModelOf(twinId: string, file: { readonly id: string; readonly displayName: string }) {
  const enabled = isModel(file.displayName);
  const { data: models } = useQuery({ ...modelsQuery(twinId), enabled });
  return enabled ? models?.find(({ fileId }) => fileId === file.id) : undefined;
}

/** Leads to the model that was read from a file; nothing for files that are none. */
export function OpenModel(props: {
  readonly twinId: string;
  readonly file: { readonly id: string; readonly displayName: string };
  readonly size: 'xs' | 'compact-xs';
}) {
  const { displayName } = props.file;
  const model = useModelOf(props.twinId, props.file);
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
