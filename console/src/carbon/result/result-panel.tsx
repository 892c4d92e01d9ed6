import { Alert, Button, Group, Menu, Tabs, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconReport } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { count } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import stageClasses from '../../ui/stage/stage.module.css';
import { kg } from '../text.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import { type Bench, nameOf, type ResultContent } from './content.ts';
import { ElementPanel } from './element-panel.tsx';
import { type NotCalculated, sumOf } from './figures.ts';
import { fileLink } from './files.ts';
import { RestPanel } from './rest-panel.tsx';
import { SumsPanel } from './sums-panel.tsx';

interface PanelProps {
  readonly content: ResultContent;
  /** Id of the chosen element. */
  readonly chosen: string | undefined;
  readonly bench: Bench | undefined;
}

const titles = { sums: 'Sums', rest: 'Not calculated', element: 'Element', compare: 'Compare' } as const;
type Tab = keyof typeof titles;

/** The figures of a result. */
export function ResultPanel({ content, chosen, bench }: PanelProps) {
  const [tab, setTab] = useState<Tab>('sums');
  const [seen, see] = useState(chosen);
  if (seen !== chosen) {
    see(chosen);
    if (chosen !== undefined) setTab('element');
  }
  const tabs: readonly Tab[] = bench ? ['sums', 'rest', 'element', 'compare'] : ['sums', 'rest', 'compare'];
  const panels: Readonly<Record<Tab, ReactNode>> = {
    sums: <SumsPanel result={content.result} bench={bench} />,
    rest: <RestPanel notCalculated={content.result.notCalculated} figures={bench?.figures} />,
    element: bench && <ElementPanel bench={bench} chosen={chosen} />,
    compare: <ComparisonPanel content={content} bench={bench} />,
  };
  return (
    <>
      <Head content={content} bench={bench} />
      <Tabs
        className={stageClasses.tabs}
        value={tab}
        onChange={(value) => setTab(tabs.find((one) => one === value) ?? 'sums')}
        keepMounted={false}
      >
        <Tabs.List grow>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} px={6} fz="xs">
              {titles[one]}
              {one === 'rest' && rowsOf(content.result.notCalculated)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one} className={stageClasses.panel}>
            {panels[one]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

const rowsOf = (rest: readonly NotCalculated[]): string => {
  const rows = rest.reduce((sum, one) => sum + one.rows, 0);
  return rows === 0 ? '' : ` (${count(rows)})`;
};

function Head({ content, bench }: Pick<PanelProps, 'content' | 'bench'>) {
  const { twinId, summary, result } = content;
  const { totals, warnings, mapping } = result;
  return (
    <div className={stageClasses.sideHead}>
      {bench && (
        <>
          <TextLink to="/twins/$twinId/carbon" params={{ twinId }} fz="xs">
            <IconArrowLeft size={12} aria-hidden style={{ verticalAlign: -2 }} /> Calculations
          </TextLink>
          <Title order={1} size="0.95rem" lineClamp={1} title={nameOf(summary)}>
            {nameOf(summary)}
          </Title>
          <Text size="xs" c="dimmed">
            Version {bench.version.index} of {bench.model.displayName}
          </Text>
        </>
      )}
      <Text fw={700} size="lg" mt={4}>
        {kg(sumOf(totals, 'embodied'))}{' '}
        <Text span size="xs" c="dimmed" fw={400}>
          embodied
        </Text>
      </Text>
      <Text size="xs">
        {kg(sumOf(totals, 'upfront'))} upfront (A1–A5)
        {mapping && ` · ${mapping.name}, version ${mapping.version}, reviewed by ${mapping.reviewedBy}`}
      </Text>
      <Reports link={content.link} />
      {warnings
        .filter(({ code }) => code === 'ExampleFactors' || code === 'ExpiredEpd')
        .map(({ code, message }) => (
          <Alert key={code} color="orange" variant="light" p={6} mt={6}>
            <Text size="xs">{message}</Text>
          </Alert>
        ))}
    </div>
  );
}

const files = [
  ['report.pdf', 'Report as PDF'],
  ['elements.csv', 'Figures of every element (CSV)'],
  ['result.json', 'Everything (JSON)'],
] as const;

const Reports = ({ link }: { readonly link: string }) => (
  <Group gap={6} mt={6}>
    <Button
      component="a"
      size="compact-xs"
      variant="default"
      href={link}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconReport size={14} />}
    >
      Report
    </Button>
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<IconDownload size={14} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(([name, label]) => (
          <Menu.Item key={name} component="a" href={fileLink(link, name)} download={name}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  </Group>
);
