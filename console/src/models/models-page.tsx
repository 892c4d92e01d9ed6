import { Button, Group } from '@mantine/core';
import { IconCubePlus, IconHome, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { topQuery } from '../platform/files.ts';
import type { Target } from '../platform/upload/upload.ts';
import { uploadAll } from '../platform/upload/uploads.ts';
import { myPermissionsQuery } from '../twins/queries.ts';
import { useChange } from '../ui/change.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { byText, byValue } from '../ui/order.ts';
import { Page } from '../ui/page.tsx';
import { SortedCards } from '../ui/sorted-cards.tsx';
import { UploadButton } from '../ui/upload/upload-button.tsx';
import { ModelCard } from './model-card.tsx';
import { type Model, modelsQuery } from './queries.ts';
import { sampleModel } from './sample.ts';

const route = getRouteApi('/twins/$twinId/models');

const states = ['Failed', 'Importing', 'Ready'];
const orders = {
  Name: byText(({ displayName }: Model) => displayName),
  State: byValue(({ state }: Model) => states.indexOf(state)),
  'Number of elements': byValue(({ elementCount }: Model) => -(elementCount ?? 0)),
  'Number of versions': byValue(({ changesetCount }: Model) => -changesetCount),
};

/** The models of a twin: its IFC files, and how far each is read. */
export function ModelsPage() {
  const { twinId } = route.useParams();
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayWrite = mine?.has('storage_write') ?? false;
  const mayChange = mayWrite || (mine?.has('models_manage') ?? false);
  const top = useQuery(topQuery(twinId)).data;
  const target = { twinId, folderId: top?.rootId ?? '', place: '' };
  const ready = mayWrite && top !== undefined;
  return (
    <Page
      title="Models"
      about="IFC files of this twin. Each is read when it is uploaded; upload a new version where it changes, and compare the two."
      actions={ready && <UploadIfc target={target} />}
    >
      <Loaded query={useQuery(modelsQuery(twinId))}>
        {(models) =>
          models.length === 0 ? (
            <NoModels target={ready ? target : undefined} />
          ) : (
            <SortedCards
              items={models}
              orders={orders}
              of="model"
              many="models"
              card={(model) => (
                <ModelCard
                  key={model.id}
                  model={model}
                  mayWrite={mayWrite}
                  mayChange={mayChange}
                  mayDelete={mine?.has('storage_delete') ?? false}
                />
              )}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

const UploadIfc = ({ target }: { readonly target: Target }) => (
  <UploadButton target={target} accept=".ifc,.ifczip" look={{ leftSection: <IconUpload size={16} /> }}>
    Upload IFC
  </UploadButton>
);

function TrySample({ target }: { readonly target: Target }) {
  const change = useChange({ run: async () => uploadAll([await sampleModel()], target) });
  return (
    <Button
      variant="default"
      leftSection={<IconHome size={16} />}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      Try a sample house
    </Button>
  );
}

function NoModels({ target }: { readonly target: Target | undefined }) {
  const text = target
    ? 'Drop an IFC file anywhere on this page (IFC2X3, IFC4 or IFC4X3, also zipped as .ifczip). It is stored in the top folder, read, and can then be seen in 3D.'
    : 'There is no IFC file in this twin, or none that you may see. Ask an owner of the twin to upload one.';
  return (
    <div className="surface">
      <Empty icon={IconCubePlus} title="No models yet" text={text}>
        {target && (
          <Group justify="center">
            <UploadIfc target={target} />
            <TrySample target={target} />
          </Group>
        )}
      </Empty>
    </div>
  );
}
