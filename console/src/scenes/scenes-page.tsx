import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { modelsQuery } from '../models/queries.ts';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { byText, byValue } from '../ui/order.ts';
import { Page } from '../ui/page.tsx';
import { SortedCards } from '../ui/sorted-cards.tsx';
import { namesQuery, type Scene, scenesQuery } from './queries.ts';
import { useRights } from './rights.ts';
import { SceneCard } from './scene-card.tsx';
import { SceneDialog } from './scene-dialog.tsx';

const route = getRouteApi('/twins/$twinId/scenes');

const orders = {
  'Last change': byValue(({ lastModified }: Scene) => -Date.parse(lastModified)),
  Name: byText(({ displayName }: Scene) => displayName),
};

/** The scenes of a twin: models that are looked at together. */
export function ScenesPage() {
  const { twinId } = route.useParams();
  const navigate = useNavigate();
  const query = useQuery(scenesQuery(twinId));
  const { mayWrite, mayDelete } = useRights(twinId);
  const [creating, { open, close }] = useDisclosure(false);
  const models = useQuery(modelsQuery(twinId)).data;
  const makers = [...new Set(query.data?.map(({ createdById }) => createdById))].sort();
  const names = useQuery({ ...namesQuery(makers), enabled: makers.length > 0 }).data;
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      New scene
    </Button>
  );
  return (
    <Page
      title="Scenes"
      about="Models of this twin in one picture, each at its place, with views to come back to and to send to others."
      actions={create}
    >
      <Loaded query={query}>
        {(scenes) =>
          scenes.length === 0 ? (
            <div className="surface">
              <Empty
                icon={IconStack2}
                title="No scenes yet"
                text={
                  mayWrite
                    ? 'Put models together to see how they fit: the bridge in its terrain, the pipes in the building.'
                    : 'Nobody has made one. Who may write scenes in this twin can put models together here.'
                }
              >
                {create}
              </Empty>
            </div>
          ) : (
            <SortedCards
              items={scenes}
              orders={orders}
              of="scene"
              many="scenes"
              card={(scene) => (
                <SceneCard
                  key={scene.id}
                  scene={scene}
                  models={models}
                  maker={names?.get(scene.createdById)}
                  mayWrite={mayWrite}
                  mayDelete={mayDelete(scene)}
                />
              )}
            />
          )
        }
      </Loaded>
      {creating && (
        <SceneDialog
          twinId={twinId}
          onMade={({ id: sceneId }) =>
            void navigate({ to: '/twins/$twinId/scenes/$sceneId', params: { twinId, sceneId } })
          }
          onClose={close}
        />
      )}
    </Page>
  );
}
