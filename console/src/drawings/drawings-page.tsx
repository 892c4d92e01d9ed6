import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconTopologyStar3 } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { myPermissionsQuery } from '../twins/queries.ts';
import classes from '../ui/card-list.module.css';
import { Empty } from '../ui/empty.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { DrawingCard } from './drawing-card.tsx';
import { NewDrawingsDialog } from './new-drawings-dialog.tsx';
import { inferencesQuery } from './queries.ts';

const route = getRouteApi('/twins/$twinId/drawings');

/** The drawings of a twin: sheets of P&IDs that were read together. */
export function DrawingsPage() {
  const { twinId } = route.useParams();
  const navigate = useNavigate();
  const query = useInfiniteQuery(inferencesQuery(twinId));
  const mayWrite = useQuery(myPermissionsQuery(twinId)).data?.has('MLRunInference') ?? false;
  const [adding, { open, close }] = useDisclosure(false);
  const add = mayWrite && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      Read drawings
    </Button>
  );
  return (
    <Page
      title="Drawings"
      about="Piping and instrumentation diagrams that were read: symbols, tags, pipes and signal lines, to be looked through and taken away as Proteus XML."
      actions={
        <>
          <LinkButton variant="default" to="/twins/$twinId/drawings/symbols" params={{ twinId }}>
            Symbols
          </LinkButton>
          {add}
        </>
      }
    >
      <Loaded query={query}>
        {(inferences) =>
          inferences.length === 0 ? (
            <div className="surface">
              <Empty
                icon={IconTopologyStar3}
                title="No drawings yet"
                text={
                  mayWrite
                    ? 'Choose the sheets of a plant: PDF, SVG, DXF or pictures. What they show is recognised here, on this server, and waits for your review.'
                    : 'Nobody has had drawings read. Who may run recognition in this twin can do it here.'
                }
              >
                {add}
              </Empty>
            </div>
          ) : (
            <>
              <ul className={classes.list}>
                {inferences.map((inference) => (
                  <DrawingCard key={inference.id} twinId={twinId} inference={inference} mayWrite={mayWrite} />
                ))}
              </ul>
              <More query={query} shown={inferences.length} of="set of drawings" many="sets of drawings" />
            </>
          )
        }
      </Loaded>
      {adding && (
        <NewDrawingsDialog
          twinId={twinId}
          onMade={(inferenceId) =>
            void navigate({ to: '/twins/$twinId/drawings/$inferenceId', params: { twinId, inferenceId } })
          }
          onClose={close}
        />
      )}
    </Page>
  );
}
