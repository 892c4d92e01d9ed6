import { Button, Tabs, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { useChange } from '../../ui/change.tsx';
import { plural } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { faultOf } from './patterns.ts';
import { publish, type SymbolSet, setQuery } from './queries.ts';
import classes from './symbols.module.css';
import { SymbolsTab } from './symbols-tab.tsx';
import { TagsTab } from './tags-tab.tsx';
import { TryOutDialog } from './try-out.tsx';
import { type Draft, useDraft } from './use-draft.ts';
import { VersionsTab } from './versions-tab.tsx';

const route = getRouteApi('/twins/$twinId/drawings/symbols/$setId');
const tabs = ['symbols', 'tags', 'versions'] as const;
type Tab = (typeof tabs)[number];
const titles = { symbols: 'Symbols', tags: 'Tags', versions: 'Versions' } as const;

/** One symbol set: its symbols, how tags are spelled, and its versions. */
export function SetPage() {
  const { setId } = route.useParams();
  return <Loaded query={useQuery(setQuery(setId))}>{(set) => <Opened key={set.id} set={set} />}</Loaded>;
}

function Opened({ set }: { readonly set: SymbolSet }) {
  const { twinId } = route.useParams();
  const mayWrite = useQuery(myPermissionsQuery(twinId)).data?.has('MLRunInference') ?? false;
  const mayChange = mayWrite && !set.readOnly;
  const draft = useDraft(set);
  const [tab, setTab] = useState<Tab>('symbols');
  const [naming, name] = useDisclosure(false);
  const [trying, tryOut] = useDisclosure(false);
  const about = set.readOnly
    ? 'Built in; it cannot be changed. A set of your own begins as a copy of it.'
    : `Version ${set.version} · ${plural(set.symbols.length, 'shape')}`;
  return (
    <Page
      title={draft.content.displayName}
      about={about}
      actions={
        mayChange && (
          <>
            <Button variant="default" onClick={name.open}>
              Rename
            </Button>
            <Button variant="default" onClick={tryOut.open}>
              Try out
            </Button>
          </>
        )
      }
    >
      <TextLink to="/twins/$twinId/drawings/symbols" params={{ twinId }} size="sm">
        All symbol sets
      </TextLink>
      <Tabs mt="sm" value={tab} onChange={(value) => setTab(tabs.find((one) => one === value) ?? 'symbols')}>
        <Tabs.List mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {titles[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="symbols">
          <SymbolsTab {...{ draft, mayChange }} />
        </Tabs.Panel>
        <Tabs.Panel value="tags">
          <TagsTab {...{ draft, mayChange }} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionsTab {...{ set, draft, mayChange }} onTaken={() => setTab('symbols')} />
        </Tabs.Panel>
      </Tabs>
      {mayChange && draft.changed && <PublishBar {...{ set, draft }} onTry={tryOut.open} />}
      {naming && (
        <NameDialog
          title="Rename the set"
          verb="Rename"
          initial={draft.content.displayName}
          save={async (displayName) => draft.change({ displayName })}
          stale={[]}
          onClose={name.close}
        />
      )}
      {trying && <TryOutDialog {...{ twinId }} setId={set.id} draft={draft.content} onClose={tryOut.close} />}
    </Page>
  );
}

/** What is changed holds for nobody before it is published. */
function PublishBar(props: { readonly set: SymbolSet; readonly draft: Draft; readonly onTry: () => void }) {
  const { set, draft, onTry } = props;
  const { tags, linePattern } = draft.content;
  const { twinId } = route.useParams();
  const wrong = [...tags.map(({ pattern }) => pattern), linePattern].some(faultOf);
  const change = useChange({
    run: () => publish(set.id, set.version, draft.content),
    stale: [
      ['symbol-set', set.id],
      ['symbol-sets', twinId],
    ],
    done: draft.discard,
    says: ({ version }) => `Version ${version} is published; drawings that are read from now on take it.`,
  });
  return (
    <section className={`${classes.publish} surface`} aria-label="Changes">
      <Text size="sm" style={{ flex: '1 1 12rem' }}>
        {wrong ? 'A pattern is no regular expression.' : 'Your changes are not published yet.'}
      </Text>
      <Button variant="subtle" color="gray" onClick={draft.discard}>
        Discard
      </Button>
      <Button variant="default" disabled={wrong} onClick={onTry}>
        Try out
      </Button>
      <Button disabled={wrong} loading={change.isPending} onClick={() => change.mutate()}>
        Publish version {set.version + 1}
      </Button>
    </section>
  );
}
