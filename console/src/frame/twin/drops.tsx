import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { dropped, hand, handed } from '../../platform/drop/handed.ts';
import { type Group, permissionsOf, planOf } from '../../platform/drop/places.ts';
import { recognise } from '../../platform/drop/recognise.ts';
import { loaded } from '../../platform/late-page.ts';
import { useSignal } from '../../platform/signal.ts';
import type { Target } from '../../platform/upload/upload.ts';
import { uploadAll } from '../../platform/upload/uploads.ts';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { showProblem } from '../../ui/change.tsx';

const dialogs = () => loaded(() => import('./drop-dialogs.tsx'));
const DropQuestion = lazy(async () => ({ default: (await dialogs()).DropQuestion }));
const PlaceDialog = lazy(async () => ({ default: (await dialogs()).PlaceDialog }));

interface Asked {
  readonly groups: readonly Group[];
  readonly target: Target;
}

/** Brings what is dropped on a page of the twin where it belongs, and asks where that is not clear. */
export function Drops({ twinId }: { readonly twinId: string }) {
  const client = useQueryClient();
  const drop = useSignal(dropped);
  const [next] = useSignal(handed);
  const [asked, ask] = useState<Asked>();
  useEffect(() => {
    if (drop?.target.twinId !== twinId) return;
    dropped.set(undefined);
    const { files, target } = drop;
    const place = async () => {
      const [kinds, mine] = await Promise.all([recognise(files), client.fetchQuery(myPermissionsQuery(twinId))]);
      const may = (one: Group['place']) => permissionsOf[one].some((name) => mine.has(name));
      const { groups, asks } = planOf(kinds, pageOf(twinId), may);
      if (asks) ask({ groups, target });
      else send(groups, target);
    };
    place().catch(showProblem);
  }, [drop, twinId, client]);
  return (
    <Suspense>
      {asked && (
        <DropQuestion
          groups={asked.groups}
          onSend={(groups) => {
            ask(undefined);
            send(groups, asked.target);
          }}
          onClose={() => ask(undefined)}
        />
      )}
      {!asked && next?.twinId === twinId && <PlaceDialog key={next.files[0]?.name} handed={next} />}
    </Suspense>
  );
}

/** What of the address is below the twin. */
const pageOf = (twinId: string): string => window.location.pathname.split(`/twins/${twinId}`)[1] ?? '';

function send(groups: readonly Group[], target: Target): void {
  for (const { place, files } of groups) {
    if (place === 'files') uploadAll(files, target);
    else hand({ twinId: target.twinId, place, files });
  }
}
