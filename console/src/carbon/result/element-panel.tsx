import { Text } from '@mantine/core';
import { PropertiesPanel } from '../../ui/stage/properties-panel.tsx';
import stageClasses from '../../ui/stage/stage.module.css';
import { figure, kg } from '../text.ts';
import { figureOf } from './colours.ts';
import type { Bench } from './content.ts';

/** What the chosen element weighs, material by material, and what is known of it. */
export function ElementPanel({
  bench: { model, version, figures, scene },
  chosen,
}: {
  readonly bench: Bench;
  readonly chosen: string | undefined;
}) {
  const element = figures.elements.find(({ id }) => id === chosen);
  const embodied = element ? figureOf(element, figures.members, { member: 'embodied' }) : null;
  return (
    <>
      {chosen !== undefined && (
        <div className={stageClasses.sideHead}>
          <Text fw={600} size="sm">
            {element === undefined
              ? 'It is not counted'
              : embodied === null
                ? 'It could not be calculated'
                : kg(embodied)}
          </Text>
          {element?.of.map(([material]) => (
            <Text size="xs" key={material}>
              {figures.materials[material]}: {kg(figureOf(element, figures.members, { member: 'embodied', material }))}
            </Text>
          ))}
          {element?.area && embodied !== null && (
            <Text size="xs" c="dimmed">
              {kg(embodied / element.area)} per m² of {figure(element.area)} m²
            </Text>
          )}
        </div>
      )}
      <PropertiesPanel
        modelId={model.id}
        changesetId={version.id}
        id={chosen}
        elements={scene.elements}
        onFit={scene.fitChosen}
        onHide={() => chosen && scene.control.hide([chosen], true)}
        onIsolate={() => chosen && scene.control.isolate([chosen])}
      />
    </>
  );
}
