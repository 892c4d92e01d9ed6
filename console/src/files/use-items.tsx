import { Menu } from '@mantine/core';
import { IconFileImport, IconLeaf, IconStack3, IconTopologyStar3 } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { hand } from '../platform/drop/handed.ts';
import { type Place, permissionsOf, placeOf } from '../platform/drop/places.ts';
import { type FileKind, recognise } from '../platform/drop/recognise.ts';
import type { StoredFile } from '../platform/files.ts';
import { contentOf } from '../platform/upload/server.ts';
import { createData, showWhenThere } from '../reality/queries.ts';
import { myPermissionsQuery } from '../twins/queries.ts';
import { useChange } from '../ui/change.tsx';

const headBytes = 16_384;
const tailBytes = 65_536;

/** What a file that lies in Files is, by its beginning and end. */
const kindQuery = (twinId: string, { id, displayName, size, lastModifiedDateTime }: StoredFile) =>
  queryOptions({
    queryKey: ['files', twinId, 'kind', id, lastModifiedDateTime],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn(): Promise<FileKind> {
      if (/\.tiff?$/i.test(displayName)) return 'raster'; // where a TIFF tells of its place may be anywhere in it
      const { url } = await contentOf(id);
      const part = async (range: string) => (await fetch(url, { headers: { Range: `bytes=${range}` } })).blob();
      const parts = [await part(`0-${headBytes - 1}`)];
      if (/zip$/i.test(displayName) && size > headBytes) parts.push(await part(`-${tailBytes}`));
      const file = new File(parts, displayName);
      return (await recognise([file])).get(file) ?? 'other';
    },
  });

const uses: Partial<Record<Place, { readonly label: string; readonly icon: typeof IconStack3 }>> = {
  reality: { label: 'Use as reality data', icon: IconStack3 },
  drawings: { label: 'Read as P&ID', icon: IconTopologyStar3 },
  epds: { label: 'Import EPDs', icon: IconLeaf },
  forms: { label: 'Import issues (BCF)', icon: IconFileImport },
};

/** What else reads a file, by what is in it: it needs no second upload. */
export function UseItems({ twinId, file }: { readonly twinId: string; readonly file: StoredFile }) {
  const navigate = useNavigate();
  const kind = useQuery(kindQuery(twinId, file)).data;
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const place = kind && placeOf[kind];
  const register = useChange({
    async run() {
      const dataId = await createData({ twinId, displayName: file.displayName, storageItemId: file.id });
      await showWhenThere(dataId, twinId, '');
      return dataId;
    },
    done: (dataId) => void navigate({ to: '/twins/$twinId/reality/$dataId', params: { twinId, dataId } }),
  });
  const bring = useChange({
    async run(to: Place) {
      const { url } = await contentOf(file.id);
      const content = await (await fetch(url)).blob();
      hand({ twinId, place: to, files: [new File([content], file.displayName, { type: content.type })] });
    },
  });
  const use = place && uses[place];
  if (!use || !permissionsOf[place].some((name) => mine?.has(name))) return null;
  const { label, icon: Sign } = use;
  return (
    <Menu.Item
      leftSection={<Sign size={16} stroke={1.6} />}
      onClick={() => (place === 'reality' ? register.mutate() : bring.mutate(place))}
    >
      {label}
    </Menu.Item>
  );
}
