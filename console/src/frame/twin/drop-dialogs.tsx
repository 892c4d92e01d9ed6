import { Button, Radio, Group as Row, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { UploadPhotosDialog } from '../../capture/photos/upload-photos-dialog.tsx';
import { type ImportedFile, importEpds } from '../../carbon/actions.ts';
import { ImportReport } from '../../carbon/declarations/import-report.tsx';
import { carbonOf } from '../../carbon/queries.ts';
import { NewDrawingsDialog } from '../../drawings/new-drawings-dialog.tsx';
import { ImportDialog } from '../../forms/list/exchange.tsx';
import { type Handed, takeFirst } from '../../platform/drop/handed.ts';
import type { Group, Place } from '../../platform/drop/places.ts';
import { UploadDialog } from '../../reality/upload-dialog.tsx';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';

const words: Readonly<Record<Place, { readonly one: string; readonly use: string }>> = {
  files: { one: 'file', use: 'Keep in Files' },
  reality: { one: 'file of a scan, mesh or map', use: 'Use as reality data' },
  photos: { one: 'photo', use: 'Add to Photogrammetry' },
  drawings: { one: 'drawing', use: 'Read as P&ID' },
  epds: { one: 'EPD file', use: 'Import EPDs' },
  forms: { one: 'BCF file', use: 'Import issues' },
};

const manyOf: Partial<Record<Place, string>> = { reality: 'files of scans, meshes or maps' };

const titleOf = ({ place, files }: Group): string =>
  files.length === 1 && files[0] ? files[0].name : plural(files.length, words[place].one, manyOf[place]);

/** Asks where dropped files go: one choice for each sort of them. */
export function DropQuestion(props: {
  readonly groups: readonly Group[];
  readonly onSend: (groups: readonly Group[]) => void;
  readonly onClose: () => void;
}) {
  const { groups, onSend, onClose } = props;
  const [places, choose] = useState<readonly Place[]>(groups.map(({ place }) => place));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(groups.map(({ files }, at) => ({ files, place: places[at] ?? 'files' })));
  };
  return (
    <Dialog onClose={onClose} title="What are these files for?">
      <form onSubmit={submit}>
        <Stack gap="md">
          {groups.map((group, at) =>
            group.place === 'files' ? (
              <Text key={group.place} size="sm">
                {titleOf(group)}: kept in Files.
              </Text>
            ) : (
              <Radio.Group
                key={group.place}
                label={titleOf(group)}
                value={places[at] ?? 'files'}
                onChange={(value) => choose(places.with(at, value === group.place ? group.place : 'files'))}
              >
                <Stack gap={6} mt={6}>
                  <Radio value={group.place} label={words[group.place].use} data-autofocus />
                  <Radio value="files" label={words.files.use} />
                </Stack>
              </Radio.Group>
            ),
          )}
          <Row justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Continue</Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The dialog of a place, with the files that are handed to it. */
export function PlaceDialog({ handed: { twinId, place, files } }: { readonly handed: Handed }): ReactNode {
  const navigate = useNavigate();
  const params = { twinId };
  switch (place) {
    case 'reality':
      return <UploadDialog twinId={twinId} given={files} onClose={takeFirst} />;
    case 'photos':
      return (
        <UploadPhotosDialog
          twinId={twinId}
          given={files}
          onMade={() => void navigate({ to: '/twins/$twinId/capture', params, search: { tab: 'photos' } })}
          onClose={takeFirst}
        />
      );
    case 'drawings':
      return (
        <NewDrawingsDialog
          twinId={twinId}
          given={files}
          onMade={(inferenceId) =>
            void navigate({ to: '/twins/$twinId/drawings/$inferenceId', params: { twinId, inferenceId } })
          }
          onClose={takeFirst}
        />
      );
    case 'epds':
      return <EpdImport twinId={twinId} files={files} />;
    case 'forms':
      return <ImportDialog twinId={twinId} {...(files[0] && { given: files[0] })} onClose={takeFirst} />;
    default:
      return null;
  }
}

function EpdImport({ twinId, files }: Pick<Handed, 'twinId' | 'files'>) {
  const [report, setReport] = useState<readonly ImportedFile[]>();
  const { mutate } = useChange({
    run: (given: readonly File[]) => importEpds(twinId, given),
    stale: [carbonOf(twinId)],
    done: setReport,
  });
  useEffect(() => mutate(files), [mutate, files]);
  return report && <ImportReport files={report} onClose={takeFirst} />;
}
