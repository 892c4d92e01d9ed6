import { Paper, SegmentedControl } from '@mantine/core';
import { useRef } from 'react';
import type { Changeset, Model } from '../../models/queries.ts';
import { useTitle } from '../../ui/page.tsx';
import { LayerNote } from '../../ui/stage/layer-note.tsx';
import { LegendCard } from '../../ui/stage/legend-card.tsx';
import { Picture } from '../../ui/stage/picture.tsx';
import stageClasses from '../../ui/stage/stage.module.css';
import { nameOf, type ResultContent } from './content.ts';
import type { ElementsFile } from './figures.ts';
import { ResultPanel } from './result-panel.tsx';
import { useResultAddress } from './use-address.ts';
import { useResultScene } from './use-result-scene.ts';

interface BenchProps extends ResultContent {
  readonly model: Model;
  readonly version: Changeset;
  readonly elements: ElementsFile;
}

/** The model in the colours of its carbon, with the figures beside it. */
export function ResultBench({ model, version, elements, ...content }: BenchProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const address = useResultAddress();
  const scene = useResultScene(canvas, { model, version, figures: elements, address });
  const { perArea, change } = address;
  useTitle(nameOf(content.summary));
  const choose = (picked: { readonly id: string } | undefined) => change({ element: picked?.id });
  return (
    <div className={stageClasses.bench}>
      <Picture
        canvas={canvas}
        scene={scene}
        name={model.displayName}
        settled={scene.layer.settled}
        chosen={address.element}
        choose={choose}
        linkSays="The link is copied. It holds the chosen sum, the chosen element and the colours."
        legend={
          <div>
            <LegendCard
              title={`kg CO₂e per ${perArea ? 'm²' : 'element'}`}
              entries={scene.legend}
              control={scene.control}
            />
            <Paper withBorder shadow="sm" mt={6} p={2}>
              <SegmentedControl
                fullWidth
                size="xs"
                aria-label="Coloured by"
                data={[
                  { value: 'element', label: 'Per element' },
                  { value: 'area', label: 'Per m²' },
                ]}
                value={perArea ? 'area' : 'element'}
                onChange={(value) => change({ per: value === 'area' ? 'area' : undefined })}
              />
            </Paper>
          </div>
        }
      >
        <LayerNote layer={scene.layer} model={model} changeset={version} />
      </Picture>
      <aside className={stageClasses.side} aria-label="About the result">
        <ResultPanel content={content} chosen={address.element} bench={{ model, version, figures: elements, scene }} />
      </aside>
    </div>
  );
}
