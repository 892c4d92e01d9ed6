import { useEffect, useState } from 'react';
import { type CloudContents, type CloudStyle, nothing } from '../scene/cloud/style.ts';
import { openRealityLayer, type RealityLayer } from '../scene/reality-layer.ts';
import type { Stage } from '../scene/stage.ts';
import { tileMapPlugin } from '../scene/tile-map.ts';
import type { Drawable } from './source.ts';

export interface ShownReality {
  readonly layer: RealityLayer | undefined;
  readonly contents: CloudContents;
  readonly error: unknown;
  /** Everything that the picture needs has been loaded. */
  readonly settled: boolean;
}

interface Wish {
  readonly style: CloudStyle;
  readonly isOn: boolean;
  /** How far a map is lifted, metres. */
  readonly lift: number;
}

/** Reality data in the picture, as soon as it is known. */
export function useReality(stage: Stage | undefined, of: Drawable | undefined, wish: Wish): ShownReality {
  const { style, isOn, lift } = wish;
  const [layer, setLayer] = useState<RealityLayer>();
  const [contents, setContents] = useState<CloudContents>(nothing);
  const [settled, settle] = useState(false);
  const [error, fail] = useState<unknown>();
  useEffect(() => {
    if (!stage || !of) return;
    const { files, map, frame } = of;
    const tiles = { files, onEarth: frame !== undefined, ...(map && { plugin: tileMapPlugin(map, files) }) };
    const events = { contents: setContents, settled: () => settle(true), failed: fail };
    const opened = stage.add((place) => openRealityLayer(tiles, place, events));
    setLayer(opened);
    return () => {
      setLayer(undefined);
      setContents(nothing);
      settle(false);
      fail(undefined);
      stage.removeLayer(opened);
    };
  }, [stage, of]);
  useEffect(() => layer?.style(style), [layer, style]);
  useEffect(() => {
    if (of?.map) layer?.lift(lift);
  }, [layer, of, lift]);
  useEffect(() => {
    if (!layer) return;
    layer.group.visible = isOn;
    stage?.redraw();
  }, [stage, layer, isOn]);
  return { layer, contents, error, settled };
}
