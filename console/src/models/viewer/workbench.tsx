import { Select, Tabs, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { dateTime } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Bench } from '../../ui/stage/bench.tsx';
import { elementsQuery } from '../../ui/stage/element-queries.ts';
import { PropertiesPanel } from '../../ui/stage/properties-panel.tsx';
import classes from '../../ui/stage/stage.module.css';
import { ViewsPanel } from '../../ui/stage/views/views-panel.tsx';
import type { Changeset, Model } from '../queries.ts';
import { moveOf } from './comparison/changes.ts';
import { ChangesPanel } from './comparison/changes-panel.tsx';
import { IssuesPanel } from './issues/issues-panel.tsx';
import { Pins } from './issues/pins.tsx';
import { type Issues, useIssues } from './issues/use-issues.ts';
import { ModelPicture } from './model-picture.tsx';
import { TreePanel } from './panels/tree-panel.tsx';
import { useAddress } from './use-choice.ts';
import { type Scene, useScene } from './use-scene.ts';
import { savedOf } from './views/state.ts';

const route = getRouteApi('/twins/$twinId/models/$modelId');

interface BenchProps {
  readonly model: Model;
  /** All versions, newest first. */
  readonly changesets: readonly Changeset[];
  readonly shown: Changeset;
  readonly older: Changeset | undefined;
}

const tabs = ['structure', 'properties', 'views', 'issues', 'changes'] as const;
type Tab = (typeof tabs)[number];
const titles = {
  structure: 'Structure',
  properties: 'Properties',
  views: 'Views',
  issues: 'Issues',
  changes: 'Changes',
} as const;

/** The picture with what is known of the model around it. */
export function Workbench(props: BenchProps) {
  const { model, shown, older } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useScene(canvas, props);
  const wide = useMediaQuery('(min-width: 105em)') ?? false;
  const { issue } = route.useSearch();
  const [tab, setTab] = useState<Tab>(older ? 'changes' : issue ? 'issues' : 'structure');
  const issues = useIssues(model, scene);
  useTitle(`${model.displayName}, version ${shown.index}`);
  const shownTabs = wide ? tabs.slice(1) : tabs;
  const present: Tab = wide && tab === 'structure' ? 'properties' : tab;
  const onPicked = () => setTab((before) => (before === 'changes' || before === 'issues' ? before : 'properties'));
  return (
    <Bench wide={wide}>
      {wide && (
        <aside className={classes.side} aria-label="Structure">
          <Head {...props} />
          <Structure {...props} scene={scene} />
        </aside>
      )}
      <ModelPicture canvas={canvas} scene={scene} model={model} shown={shown} older={older} onPicked={onPicked}>
        <Pins stage={scene.stage} issues={issues} />
      </ModelPicture>
      <aside className={classes.side} aria-label="About the model">
        {!wide && <Head {...props} />}
        <Tabs
          className={classes.tabs}
          value={present}
          onChange={(value) => setTab(tabs.find((one) => one === value) ?? 'structure')}
          keepMounted={false}
        >
          <Tabs.List grow>
            {shownTabs.map((one) => (
              <Tabs.Tab key={one} value={one} px={6} fz="xs">
                {titles[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {shownTabs.map((one) => (
            <Tabs.Panel key={one} value={one} className={classes.panel}>
              <Panel tab={one} {...props} scene={scene} issues={issues} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </aside>
    </Bench>
  );
}

function Head({ model, changesets, shown }: BenchProps) {
  const change = useAddress();
  const ready = changesets.filter(({ state }) => state === 'Ready');
  return (
    <div className={classes.sideHead}>
      <Title order={1} size="0.95rem" lineClamp={1} title={model.displayName}>
        {model.displayName}
      </Title>
      {ready.length > 1 ? (
        <Select
          size="xs"
          mt={4}
          aria-label="Version"
          value={shown.id}
          allowDeselect={false}
          data={ready.map(({ id, index, pushDateTime }) => ({
            value: id,
            label: `Version ${index}, ${dateTime(pushDateTime)}`,
          }))}
          onChange={(version) => change({ version: version ?? undefined, compare: undefined, view: undefined })}
        />
      ) : (
        <Text size="xs" c="dimmed">
          Version {shown.index}, {dateTime(shown.pushDateTime)}
        </Text>
      )}
    </div>
  );
}

interface PanelProps extends BenchProps {
  readonly scene: Scene;
}

type AllProps = PanelProps & { readonly issues: Issues };

function Panel({ tab, issues, ...props }: AllProps & { readonly tab: Tab }) {
  if (tab === 'structure') return <Structure {...props} />;
  if (tab === 'properties') return <Properties {...props} />;
  if (tab === 'issues') return <IssuesPanel {...props} issues={issues} />;
  return tab === 'views' ? <Views {...props} /> : <Changes {...props} />;
}

function Structure({ model, shown, scene }: PanelProps) {
  const query = useQuery(elementsQuery(model.id, shown.id));
  return (
    <Loaded query={query}>
      {(elements) => (
        <TreePanel
          key={shown.id}
          elements={elements}
          chosen={scene.choice.id}
          control={scene.control}
          onChoose={scene.choice.choose}
        />
      )}
    </Loaded>
  );
}

function Properties({ model, shown, older, scene }: PanelProps) {
  const { id, inOlder } = scene.choice;
  return (
    <PropertiesPanel
      modelId={model.id}
      changesetId={inOlder && older ? older.id : shown.id}
      id={id}
      elements={inOlder ? scene.olderElements : scene.elements}
      onFit={scene.fitChosen}
      onHide={() => id && scene.control.hide([id], true)}
      onIsolate={() => id && scene.control.isolate([id])}
    />
  );
}

function Views({ model, scene }: PanelProps) {
  const { view } = route.useSearch();
  const clipboardLink = (id: string) => {
    const { origin, pathname } = window.location;
    return `${origin}${pathname}?view=${encodeURIComponent(id)}`;
  };
  const { stage, section, control, colourBy } = scene;
  const take = () => {
    if (!stage) throw new Error('There is no picture.');
    const state = { pose: stage.pose(), section, shown: control.shown, colourBy };
    return { ...savedOf(state, stage.aspect()), image: stage.image(1120, 800) };
  };
  return (
    <ViewsPanel
      twinId={model.twinId}
      of={{ modelId: model.id }}
      open={view}
      take={stage && take}
      onOpen={scene.openView}
      linkOf={clipboardLink}
    />
  );
}

function Changes({ model, changesets, shown, older, scene }: PanelProps) {
  const change = useAddress();
  const earlier = changesets.filter(({ index, state }) => state === 'Ready' && index < shown.index);
  const elementOf = useMemo(
    () =>
      ({ id }: { readonly id: string }) =>
        scene.elements?.get(id) ?? scene.olderElements?.get(id),
    [scene.elements, scene.olderElements],
  );
  return (
    <ChangesPanel
      comparison={scene.comparison}
      shown={shown}
      older={older}
      earlier={earlier}
      chosen={scene.choice.id}
      fileName={`${model.displayName}, version ${older?.index} to ${shown.index}.csv`}
      elementOf={elementOf}
      moveOf={({ id }) => moveOf(scene.olderElements?.get(id)?.box, scene.elements?.get(id)?.box)}
      onLimit={(differ) => change({ differ: differ === 'all' ? undefined : differ })}
      onCompare={(compare) => change({ compare })}
      onChoose={(one) => {
        scene.choice.choose(one);
        scene.goTo(one.id);
      }}
    />
  );
}
