import { ActionIcon, Progress, Tabs, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBox, IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Empty } from '../ui/empty.tsx';
import { TextLink } from '../ui/links.tsx';
import { useTitle } from '../ui/page.tsx';
import { nameInWords } from '../ui/result-names.ts';
import { Bench } from '../ui/stage/bench.tsx';
import { Picture } from '../ui/stage/picture.tsx';
import { PropertiesPanel } from '../ui/stage/properties-panel.tsx';
import { CloudLegend } from '../ui/stage/reality/cloud-legend.tsx';
import { PointPanel } from '../ui/stage/reality/point-panel.tsx';
import { StylePanel } from '../ui/stage/reality/style-panel.tsx';
import viewer from '../ui/stage/stage.module.css';
import type { SceneContent } from './content.ts';
import { ModelsPanel } from './models-panel.tsx';
import type { Scene } from './queries.ts';
import { useRights } from './rights.ts';
import { SceneDialog } from './scene-dialog.tsx';
import classes from './scenes.module.css';
import { keyOf, type SceneSpace, useSceneSpace, versionOf } from './use-scene-space.ts';
import { ViewsPanel } from './views-panel.tsx';

const tabs = ['models', 'display', 'views', 'properties'] as const;
const titles = { models: 'Contents', display: 'Display', views: 'Views', properties: 'Properties' } as const;

/** The picture of a scene with what is in it beside. */
export function SceneBench(content: SceneContent) {
  const { scene } = content;
  const canvas = useRef<HTMLCanvasElement>(null);
  const space = useSceneSpace(canvas, content);
  const { mayWrite } = useRights(scene.twinId);
  const [tab, setTab] = useState<string | null>('models');
  const { chosen } = space;
  const panels = {
    models: <ModelsPanel {...{ content, space, mayWrite }} />,
    display: <Display space={space} />,
    views: <ViewsPanel {...{ content, space, mayWrite }} />,
    properties: <Chosen space={space} />,
  };
  const isShown = (one: (typeof tabs)[number]) => one !== 'display' || space.contents.drawn > 0;
  useTitle(scene.displayName);
  return (
    <Bench>
      <Picture
        canvas={canvas}
        scene={space}
        name={scene.displayName}
        settled={space.settled}
        chosen={chosen && keyOf(chosen.part.object.id, chosen.elementId)}
        choose={(picked) => space.choose(picked) && setTab('properties')}
        legend={<CloudLegend style={space.style} contents={space.contents} />}
        linkSays={
          space.isLinked
            ? 'The link is copied. Who opens it sees what you see now.'
            : 'The link is copied, without what is hidden: that is too much for a link.'
        }
      >
        {!space.settled && (
          <Progress
            className={viewer.loading}
            value={100}
            size={3}
            animated
            radius={0}
            aria-label="Loading the models"
          />
        )}
      </Picture>
      <aside className={viewer.side} aria-label="About the scene">
        <Head scene={scene} mayWrite={mayWrite} />
        {/* The list of models draws them, too: it stays when another panel is looked at. */}
        <Tabs className={viewer.tabs} value={tab} onChange={setTab} keepMounted keepMountedMode="display-none">
          <Tabs.List grow>
            {tabs.filter(isShown).map((one) => (
              <Tabs.Tab key={one} value={one} px={6} fz="xs">
                {titles[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((one) => (
            <Tabs.Panel key={one} value={one} className={viewer.panel}>
              {panels[one]}
            </Tabs.Panel>
          ))}
        </Tabs>
      </aside>
    </Bench>
  );
}

function Head({ scene, mayWrite }: { readonly scene: Scene; readonly mayWrite: boolean }) {
  const { twinId, displayName, description } = scene;
  const [editing, edit] = useDisclosure(false);
  return (
    <div className={`${viewer.sideHead} ${classes.head}`}>
      <div className={classes.about}>
        <Title order={1} size="0.95rem" lineClamp={1} title={displayName}>
          {displayName}
        </Title>
        {description && (
          <Text size="xs" c="dimmed" lineClamp={3} title={description}>
            {description}
          </Text>
        )}
      </div>
      {mayWrite && (
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Edit name and description" onClick={edit.open}>
          <IconPencil size={15} />
        </ActionIcon>
      )}
      {editing && <SceneDialog twinId={twinId} scene={scene} onClose={edit.close} />}
    </div>
  );
}

/** How the clouds of the scene are drawn. */
const Display = ({ space: { style, contents, setStyle } }: { readonly space: SceneSpace }) => (
  <div className={`${viewer.scroll} ${viewer.pad}`}>
    <StylePanel style={style} contents={contents} onChange={setStyle} />
  </div>
);

function Chosen({ space }: { readonly space: SceneSpace }) {
  return space.point ? <ChosenPoint space={space} /> : <ChosenElement space={space} />;
}

/** The point that was picked, in the system of what it belongs to. */
function ChosenPoint({ space: { point, frame, goToPoint } }: { readonly space: SceneSpace }) {
  if (!point) return null;
  const { picked, part } = point;
  const { drawable, object } = part;
  return (
    <div className={viewer.scroll}>
      <Text size="xs" px="0.75rem" pt="0.6rem">
        In {nameInWords(drawable?.data.displayName ?? object.displayName ?? '')}
      </Text>
      <PointPanel
        point={picked.point}
        facts={picked.facts}
        frame={drawable?.frame && frame}
        system={drawable?.system}
        onGo={goToPoint}
      />
    </div>
  );
}

/** The chosen element, and the model that it is in. */
function ChosenElement({ space: { chosen, control, fitChosen } }: { readonly space: SceneSpace }) {
  const { model, object } = chosen?.part ?? {};
  const version = chosen && versionOf(chosen.part);
  if (!chosen || !model || !object || !version) {
    return (
      <Empty
        icon={IconBox}
        title="Nothing is chosen"
        text="Click an element in the picture. What is known of it is here then."
      />
    );
  }
  const key = keyOf(object.id, chosen.elementId);
  return (
    <>
      <Text size="xs" px="0.75rem" pt="0.6rem">
        In{' '}
        <TextLink
          inherit
          to="/twins/$twinId/models/$modelId"
          params={{ twinId: model.twinId, modelId: model.id }}
          search={{ version }}
        >
          {model.displayName}
        </TextLink>
      </Text>
      <PropertiesPanel
        modelId={model.id}
        changesetId={version}
        id={chosen.elementId}
        elements={undefined}
        onFit={fitChosen}
        onHide={() => control.hide([key], true)}
        onIsolate={() => control.isolate([key])}
      />
    </>
  );
}
