import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { exportQuery, linkOf, type MeshExport } from './exports.ts';
import { meshFiles } from './mesh-files.ts';
import type { TileElement } from './scene/dress.ts';
import type { Layer } from './scene/layer.ts';
import type { Stage } from './scene/stage.ts';

export interface ShownLayer {
  readonly layer: Layer | undefined;
  /** The tiles that it is made of; undefined until the server has answered. */
  readonly tiles: MeshExport | undefined;
  /** Why its tiles cannot be had. */
  readonly error: unknown;
  /** The first of its tiles is there. */
  readonly begun: boolean;
  /** Everything that the picture needs has been loaded. */
  readonly settled: boolean;
}

/** One version of a model in the scene, as soon as its tiles are there. */
export function useLayer(
  stage: Stage | undefined,
  of: { readonly modelId: string; readonly changesetId: string | undefined },
  onLoaded?: (elements: readonly TileElement[]) => void,
): ShownLayer {
  const { modelId, changesetId = '' } = of;
  const query = useQuery({ ...exportQuery(modelId, changesetId), enabled: changesetId !== '' });
  const tiles = changesetId === '' ? undefined : query.data;
  const [layer, setLayer] = useState<Layer>();
  const [begun, begin] = useState(false);
  const [settled, settle] = useState(false);
  const [failure, fail] = useState<unknown>();
  const id = tiles?.id;
  const link = tiles?._links?.mesh.href;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that was signed anew leads to the same files
  useEffect(() => {
    if (!stage || !id || !link) return;
    const files = meshFiles(link, () => linkOf(id));
    const opened = stage.addLayer(files, {
      loaded(elements) {
        begin(true);
        onLoaded?.(elements);
      },
      settled: () => settle(true),
      failed: fail,
    });
    setLayer(opened);
    return () => {
      setLayer(undefined);
      begin(false);
      settle(false);
      fail(undefined);
      stage.removeLayer(opened);
    };
  }, [stage, id, link !== undefined]);
  return { layer, tiles, error: query.error ?? failure, begun, settled };
}
