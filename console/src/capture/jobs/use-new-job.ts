import { useForm } from '@mantine/form';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { realityQuery } from '../../reality/queries.ts';
import { useChange } from '../../ui/change.tsx';
import { isPhotos } from '../../ui/photos/photo-set.ts';
import type { RealityData } from '../../ui/stage/reality/source.ts';
import { createJob, createWorkspace, type Job, jobsQuery } from '../queries.ts';
import { isScene } from '../scene-query.ts';
import { isOrientation, outputs, type Quality } from '../words.ts';
import { type Estimate, estimateOf } from './estimate.ts';
import { useWorkspaces } from './use-workspaces.ts';

export interface Fields {
  readonly inputs: string[];
  readonly formats: string[];
  readonly quality: Quality;
  /** Poses of scenes are taken as they are. */
  readonly keep: boolean;
  readonly name: string;
  readonly workspace: string;
}

const usualWorkspace = 'Photogrammetry';
const usual = ['Cesium 3D Tiles', 'ContextScene'];

type Usable = Pick<RealityData, 'id' | 'displayName' | 'type'>;

/** What is asked of a new job, and the making of it. It waits then, with what it will cost. `first`: photos of it. */
export function useNewJob(twinId: string, first: Usable | undefined) {
  const client = useQueryClient();
  const data = useInfiniteQuery(realityQuery(twinId)).data ?? [];
  const workspaces = useWorkspaces(useInfiniteQuery(jobsQuery(twinId)).data);
  const [made, setMade] = useState<{ readonly job: Job; readonly estimate: Estimate }>();
  const found = data.filter((one) => one.authoring !== true && (isPhotos(one) || isScene(one)));
  const usable: readonly Usable[] = first && !found.some(({ id }) => id === first.id) ? [first, ...found] : found;
  const nameOf = (id: string | undefined) => usable.find((one) => one.id === id)?.displayName ?? '';
  const form = useForm<Fields>({
    initialValues: {
      inputs: first ? [first.id] : [],
      formats: usual,
      quality: 'Draft',
      keep: true,
      name: first?.displayName ?? '',
      workspace: workspaces[0]?.name ?? usualWorkspace,
    },
    validate: {
      inputs: (inputs) => (inputs.length > 0 ? null : 'Choose the photos.'),
      formats: (formats) => (formats.length > 0 ? null : 'Choose at least one.'),
      name: (name) => (name.trim() ? null : 'Give it a name.'),
      workspace: (name) => (name.trim() ? null : 'Name the workspace.'),
    },
  });
  const change = useChange({
    async run({ inputs, quality, formats, keep, ...fields }: Fields) {
      const surface = formats.some((format) => !isOrientation(format));
      const { photos, ...costs } = await estimateOf(client, twinId, { inputs, quality, surface });
      const name = fields.workspace.trim();
      const { id: workspaceId } = workspaces.find((one) => one.name === name) ?? (await createWorkspace(twinId, name));
      const isGiven = usable.some((one) => inputs.includes(one.id) && isScene(one));
      const job = await createJob({
        type: !surface ? 'Calibration' : isGiven && keep ? 'Reconstruction' : 'Full',
        name: fields.name.trim(),
        workspaceId,
        inputs: inputs.map((id) => ({ id })),
        settings: { quality, outputs: outputs.map(({ format }) => format).filter((one) => formats.includes(one)) },
        costEstimationParameters: { ...costs, meshQuality: quality },
      });
      return { job, estimate: { photos, ...costs } };
    },
    stale: [['capture', twinId]],
    done: setMade,
    quiet: true,
  });
  return { usable, workspaces, nameOf, form, change, made, forget: () => setMade(undefined) };
}
