import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useModelOf } from '../../files/open-model.tsx';
import { shownName } from '../../platform/file-name.ts';
import type { Upload } from '../../platform/upload/upload.ts';
import { router } from '../router.tsx';

/** Leads to what has come of a batch of uploads that is done: the model in 3D, the data, the file, else their folder. */
export function OpenUpload({ uploads }: { readonly uploads: readonly Upload[] }) {
  const [first] = uploads;
  if (!first || uploads.some(({ state }) => state !== 'Done')) return null;
  const { twinId, folderId, dataId, fileId, batch } = first;
  if (dataId) return <Go path={`${twinId}/reality/${dataId}`} name={batch.place} />;
  if (uploads.length === 1 && fileId) return <OpenFile twinId={twinId} id={fileId} name={shownName(first.name)} />;
  const folder = folderId ? `?folder=${encodeURIComponent(folderId)}` : '';
  return <Go path={`${twinId}/files${folder}`} name={batch.place || 'the top folder'} />;
}

function OpenFile({ twinId, id, name }: { readonly twinId: string; readonly id: string; readonly name: string }) {
  const model = useModelOf(twinId, { id, displayName: name });
  return (
    <Go path={model ? `${twinId}/models/${model.id}` : `${twinId}/files?file=${encodeURIComponent(id)}`} name={name} />
  );
}

/** A link into the console from beside its pages. */
function Go({ path, name }: { readonly path: string; readonly name: string }) {
  const href = `/console/twins/${path}`;
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <Button
      component="a"
      size="compact-xs"
      variant="light"
      style={{ flex: 'none' }}
      href={href}
      aria-label={`Open ${name}`}
      onClick={go}
    >
      Open
    </Button>
  );
}
