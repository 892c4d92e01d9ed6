import type { ReactNode, RefObject } from 'react';
import { propertyIn } from '../../ui/stage/colours.ts';
import { LayerNote } from '../../ui/stage/layer-note.tsx';
import { LegendCard } from '../../ui/stage/legend-card.tsx';
import { changeColors } from '../../ui/stage/looks-of.ts';
import { Picture } from '../../ui/stage/picture.tsx';
import type { Picked } from '../../ui/stage/scene/aims.ts';
import type { Changeset, Model } from '../queries.ts';
import { PropertyLegend } from './property-legend.tsx';
import type { Scene } from './use-scene.ts';

interface ModelPictureProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly scene: Scene;
  readonly model: Model;
  readonly shown: Changeset;
  readonly older: Changeset | undefined;
  readonly onPicked: () => void;
  /** What is drawn over the picture. */
  readonly children: ReactNode;
}

/** A version of a model, perhaps compared with an older one. */
export function ModelPicture({ canvas, scene, model, shown, older, onPicked, children }: ModelPictureProps) {
  const { newer, before, choice, colourBy, setColourBy } = scene;
  const choose = (picked: Picked | undefined) => {
    const seen =
      picked &&
      (scene.elements?.get(picked.id) ?? scene.olderElements?.get(picked.id) ?? scene.seen.current.get(picked.id));
    choice.choose(seen);
    if (seen) onPicked();
  };
  return (
    <Picture
      canvas={canvas}
      scene={scene}
      name={model.displayName}
      settled={newer.settled && (!older || before.settled)}
      chosen={choice.id}
      choose={choose}
      colours={{ colourBy, setColourBy }}
      linkSays={linkSays[scene.isLinked ? 'whole' : 'part']}
      legend={<Legend scene={scene} />}
    >
      {children}
      <LayerNote layer={newer} model={model} changeset={shown} />
      {older && <LayerNote layer={before} model={model} changeset={older} />}
    </Picture>
  );
}

const linkSays = {
  whole: 'The link is copied. Who opens it sees what you see now.',
  part: 'The link is copied, without what is hidden: that is too much for a link. Save a view to share that, too.',
} as const;

function Legend({ scene }: { readonly scene: Scene }) {
  const { comparison, legend, colourBy } = scene;
  const { changes } = comparison;
  if (changes && changes.length > 0) {
    const entries = (['Added', 'Modified', 'Deleted'] as const).map((kind) => ({
      label: kind,
      color: changeColors[kind],
      ids: changes.flatMap((one) => (one.kind === kind ? [one.id] : [])),
    }));
    return <LegendCard title="What has changed" entries={entries} control={scene.control} />;
  }
  if (propertyIn(colourBy) !== undefined) return <PropertyLegend scene={scene} />;
  if (legend.length === 0 || !colourBy) return null;
  return <LegendCard title={colourBy === 'class' ? 'Classes' : 'Storeys'} entries={legend} control={scene.control} />;
}
