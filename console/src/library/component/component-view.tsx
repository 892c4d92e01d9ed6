import { Badge, Button, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive, IconPencil, IconTrash, IconWorldOff, IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/facts.tsx';
import { dateTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { changeComponent, fieldsOf, removeComponent } from '../actions.ts';
import classes from '../library.module.css';
import {
  type Component,
  catalogQuery,
  componentKey,
  componentQuery,
  idOf,
  type Project,
  shownComponents,
} from '../queries.ts';
import type { State } from '../search.ts';
import { StateBadge } from '../state-badge.tsx';
import { type LibraryRights, useLibraryRights } from '../use-rights.ts';
import type { WordKind } from '../words/kinds.ts';
import { wordName, wordQuery } from '../words/queries.ts';
import { ComponentDialog } from './component-dialog.tsx';
import { Documents } from './documents.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { Variations } from './variations.tsx';
import { WebLinks } from './web-links.tsx';

const none: LibraryRights = {
  mayRead: true,
  mayWrite: false,
  mayUpload: false,
  mayAnalyse: false,
  mayManage: false,
  accountId: undefined,
};

/** Everything about a component. In a project nothing is changed. */
export function ComponentView({ id, projectId }: { readonly id: string; readonly projectId: Project }) {
  const query = useQuery(componentQuery(id, projectId));
  const own = useLibraryRights();
  const rights = projectId === undefined ? own : none;
  return (
    <Loaded query={query}>
      {(component) => (
        <Page
          title={component.displayName}
          about={component.description ?? ''}
          actions={rights.mayWrite && <Actions component={component} />}
        >
          <div className={classes.detail}>
            <div>
              <PreviewPanel id={id} name={component.displayName} projectId={projectId} mayRetry={rights.mayWrite} />
              <Variations componentId={id} projectId={projectId} rights={rights} />
              <Documents parent={{ kind: 'component', id }} projectId={projectId} mayWrite={rights.mayWrite} />
              <WebLinks parent={{ kind: 'component', id }} projectId={projectId} mayWrite={rights.mayWrite} />
            </div>
            <About component={component} projectId={projectId} />
          </div>
        </Page>
      )}
    </Loaded>
  );
}

function About({ component, projectId }: { readonly component: Component; readonly projectId: Project }) {
  const { state, hashtags, _links, supportedFileTypes } = component;
  const own = projectId === undefined;
  const word = (kind: WordKind, link: { readonly href: string } | undefined): ReactNode =>
    own && link && <WordText kind={kind} id={idOf(link) ?? ''} />;
  return (
    <aside className={`surface ${classes.side}`} aria-label="About the component">
      <Facts
        facts={[
          ['State', <StateBadge key="state" state={state} />],
          ['Seen by', seenBy(state)],
          ['Category', word('categories', _links.category)],
          ['Maker', word('manufacturers', _links.manufacturer)],
          ['Application', word('applications', _links.application)],
          [
            'Catalogs',
            own && _links.catalogs.length > 0 && (
              <Group gap={6} key="catalogs">
                {_links.catalogs.map((link) => (
                  <CatalogLink key={link.href} id={idOf(link) ?? ''} />
                ))}
              </Group>
            ),
          ],
          ['File types', supportedFileTypes.join(', ')],
          [
            'Hashtags',
            hashtags.length > 0 && (
              <span key="tags" className={classes.tags}>
                {hashtags.map((tag) => (
                  <Badge key={tag} variant="light" color="gray" tt="none">
                    #{tag}
                  </Badge>
                ))}
              </span>
            ),
          ],
          ['Changed', dateTime(component.lastModifiedDateTime)],
          ['Added', dateTime(component.createdDateTime)],
        ].map(([name, value]) => [String(name), value === false ? null : value] as const)}
      />
    </aside>
  );
}

const seenBy = (state: State): string =>
  state === 'Published'
    ? 'Members of all projects of the organization who may see its library, and brands'
    : 'People with rights in the library only';

function WordText({ kind, id }: { readonly kind: WordKind; readonly id: string }) {
  const word = useQuery(wordQuery(kind, id)).data;
  return <>{word ? wordName(word) : '…'}</>;
}

function CatalogLink({ id }: { readonly id: string }) {
  const catalog = useQuery(catalogQuery(id)).data;
  return (
    <TextLink to="/library/catalogs/$catalogId" params={{ catalogId: id }} size="sm">
      {catalog?.displayName ?? '…'}
    </TextLink>
  );
}

function Actions({ component }: { readonly component: Component }) {
  const { id, displayName, state } = component;
  const navigate = useNavigate();
  const [editing, { open, close }] = useDisclosure(false);
  const stale = [...shownComponents, componentKey(id)];
  const become = useChange({
    run: (next: State) => changeComponent(id, { state: next }),
    stale,
    says: (_, next) => (next === 'Published' ? 'The projects see it now.' : `It is ${next.toLowerCase()} now.`),
  });
  const remove = useChange({
    run: () => removeComponent(id),
    stale: [...shownComponents],
    gone: [componentKey(id)],
    says: () => `${displayName} is deleted.`,
    done: () => void navigate({ to: '/library' }),
  });
  const askToRemove = () =>
    confirm({
      title: `Delete ${displayName}?`,
      text: 'Its documents with their files, variations and web links go with it. This cannot be undone; to keep it out of sight, archive it instead.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(),
    });
  return (
    <>
      {state !== 'Published' && (
        <Button
          leftSection={<IconWorldUpload size={16} />}
          loading={become.isPending}
          onClick={() => become.mutate('Published')}
        >
          Publish
        </Button>
      )}
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={open}>
        Edit
      </Button>
      <ActionsMenu of={displayName}>
        {state === 'Published' && (
          <Menu.Item leftSection={<IconWorldOff size={16} />} onClick={() => become.mutate('Draft')}>
            Take back from the projects
          </Menu.Item>
        )}
        {state !== 'Archived' && (
          <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => become.mutate('Archived')}>
            Archive
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={askToRemove}>
          Delete
        </Menu.Item>
      </ActionsMenu>
      {editing && <ComponentDialog id={id} initial={fieldsOf(component)} onClose={close} />}
    </>
  );
}
