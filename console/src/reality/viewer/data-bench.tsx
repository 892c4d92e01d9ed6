import { Progress, Tabs, Text, Title } from '@mantine/core';
import { IconPointer } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { Empty } from '../../ui/empty.tsx';
import { useTitle } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { nameInWords } from '../../ui/result-names.ts';
import { Note } from '../../ui/stage/layer-note.tsx';
import { Picture } from '../../ui/stage/picture.tsx';
import { CloudLegend } from '../../ui/stage/reality/cloud-legend.tsx';
import { MapHeight } from '../../ui/stage/reality/map-height.tsx';
import { PointPanel } from '../../ui/stage/reality/point-panel.tsx';
import type { Drawable } from '../../ui/stage/reality/source.ts';
import { StylePanel } from '../../ui/stage/reality/style-panel.tsx';
import viewer from '../../ui/stage/stage.module.css';
import { DataFacts } from '../data-facts.tsx';
import { DataMenu } from '../data-menu.tsx';
import { kindOf } from '../kinds.ts';
import { realityQuery } from '../queries.ts';
import classes from '../reality.module.css';
import { DataViews } from './data-views.tsx';
import { type DataSpace, useDataSpace } from './use-data-space.ts';

const route = getRouteApi('/twins/$twinId/reality/$dataId');

const tabs = ['display', 'point', 'views', 'about'] as const;
const titles = { display: 'Display', point: 'Point', views: 'Views', about: 'About' } as const;

interface BenchProps {
  readonly drawable: Drawable;
  readonly twinId: string;
}

/** The picture of reality data, with how it is drawn and what is known of it beside. */
export function DataBench({ drawable, twinId }: BenchProps) {
  const { data } = drawable;
  const canvas = useRef<HTMLCanvasElement>(null);
  const space = useDataSpace(canvas, drawable);
  const [tab, setTab] = useState<string | null>('display');
  const { shown, style, picked } = space;
  useTitle(nameInWords(data.displayName));
  const panels = {
    display: <Display drawable={drawable} space={space} />,
    point: <Picked drawable={drawable} space={space} />,
    views: <DataViews dataId={data.id} twinId={twinId} space={space} />,
    about: (
      <div className={`${viewer.scroll} ${viewer.pad}`}>
        <DataFacts data={data} twinId={twinId} />
      </div>
    ),
  };
  return (
    <div className={viewer.bench}>
      <Picture
        canvas={canvas}
        scene={space}
        name={nameInWords(data.displayName)}
        settled={shown.settled}
        chosen={picked && 'point'}
        choose={(one) => space.pick(one) && setTab('point')}
        linkSays="The link is copied. It holds the view that is open."
        legend={<CloudLegend style={style} contents={shown.contents} />}
      >
        {shown.error ? (
          <Note>
            <ProblemNote error={shown.error} />
          </Note>
        ) : (
          !shown.settled && (
            <Progress className={viewer.loading} value={100} size={3} animated radius={0} aria-label="Loading" />
          )
        )}
      </Picture>
      <aside className={viewer.side} aria-label="About the reality data">
        <Head drawable={drawable} twinId={twinId} />
        <Tabs className={viewer.tabs} value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List grow>
            {tabs.map((one) => (
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
    </div>
  );
}

function Head({ drawable: { data }, twinId }: BenchProps) {
  const mayCreate = useQuery(myPermissionsQuery(twinId)).data?.has('realitydata_create') ?? false;
  const all = useInfiniteQuery(realityQuery(twinId)).data ?? [];
  const navigate = route.useNavigate();
  const gone = () => void navigate({ to: '/twins/$twinId/reality', params: { twinId } });
  const name = all.find(({ id }) => id === data.id)?.displayName ?? data.displayName;
  return (
    <div className={`${viewer.sideHead} ${classes.head}`}>
      <div className={classes.name}>
        <Title order={1} size="0.95rem" lineClamp={1} title={name}>
          {name}
        </Title>
        <Text size="xs" c="dimmed">
          {kindOf(data)}
        </Text>
      </div>
      <DataMenu data={{ ...data, displayName: name }} {...{ twinId, all, mayCreate }} onRemoved={gone} />
    </div>
  );
}

interface PanelProps {
  readonly drawable: Drawable;
  readonly space: DataSpace;
}

function Display({ drawable, space }: PanelProps) {
  const { shown, style, setStyle } = space;
  const isCloud = shown.contents.drawn > 0;
  return (
    <div className={`${viewer.scroll} ${viewer.pad}`}>
      {isCloud && <StylePanel style={style} contents={shown.contents} onChange={setStyle} />}
      {drawable.map && <MapHeight value={space.lift} onChange={space.setLift} />}
      {!isCloud && !drawable.map && shown.settled && (
        <Text size="sm" c="dimmed">
          It is drawn with its own surfaces and colours. Cut it with the section box, and measure in it.
        </Text>
      )}
    </div>
  );
}

function Picked({ drawable: { frame, system }, space }: PanelProps) {
  const { picked } = space;
  if (!picked) {
    return (
      <Empty
        icon={IconPointer}
        title="No point is chosen"
        text="Click a point in the picture. Its coordinates and what was measured of it are here then."
      />
    );
  }
  return (
    <div className={viewer.scroll}>
      <PointPanel point={picked.point} facts={picked.facts} frame={frame} system={system} onGo={space.goToPoint} />
    </div>
  );
}
