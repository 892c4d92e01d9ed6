import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconForms, IconLock, IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Problem } from '../../platform/problem.ts';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { Empty } from '../../ui/empty.tsx';
import { NewFormDialog } from '../../ui/forms/new-form-dialog.tsx';
import { formsQuery } from '../../ui/forms/queries.ts';
import type { FormSummary } from '../../ui/forms/types.ts';
import { MenuLink } from '../../ui/links.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useWholeList } from '../../ui/whole-list.ts';
import { useFormRights } from '../rights.ts';
import { type FormsSearch, formsSearch } from '../search.ts';
import { Cards } from './cards.tsx';
import { columnsOf, isOverdue, orderOf } from './columns.ts';
import { ExchangeItems, ImportDialog } from './exchange.tsx';
import { filterOf } from './filter.ts';
import { Filters } from './filters.tsx';
import { Rows } from './rows.tsx';

const route = getRouteApi('/twins/$twinId/forms');
const rowsAtOnce = 50;

/** The forms of a twin. */
export function FormsPage() {
  const { twinId } = route.useParams();
  const search = route.useSearch();
  const rights = useFormRights(twinId);
  const navigate = useNavigate();
  const [creating, { open, close }] = useDisclosure(false);
  const [isImporting, importing] = useDisclosure(false);
  const query = useInfiniteQuery(formsQuery(twinId, filterOf(search)));
  const order = orderOf(search.sort);
  const data = useMemo(() => {
    const found = search.overdue ? query.data?.filter((form) => isOverdue(form, Date.now())) : query.data;
    return order && found ? found.toSorted(order) : found;
  }, [query.data, order, search.overdue]);
  const list = useWholeList<FormSummary, never>({ ...query, data }, {}, rowsAtOnce);
  const set = (change: Partial<Record<keyof FormsSearch, string | undefined>>) =>
    void navigate({
      to: '/twins/$twinId/forms',
      params: { twinId },
      search: formsSearch({ ...search, ...change }),
      replace: true,
    });
  if (query.error instanceof Problem && query.error.status === 403) return <NotForYou />;
  const isFiltered = Object.keys(filterOf(search)).length > 0;
  return (
    <Page
      title="Forms"
      about="Issues, inspections, daily logs and whatever else people fill in here."
      actions={
        <>
          {rights.create && (
            <Button leftSection={<IconPlus size={16} />} onClick={open}>
              New form
            </Button>
          )}
          <ActionsMenu of="forms">
            <MenuLink to="/twins/$twinId/form-definitions" params={{ twinId }}>
              Kinds of forms
            </MenuLink>
            <Menu.Divider />
            <ExchangeItems
              twinId={twinId}
              filter={filterOf(search)}
              mayImport={rights.create}
              onImport={importing.open}
            />
          </ActionsMenu>
        </>
      }
    >
      <Filters twinId={twinId} search={search} onChange={set} />
      <Loaded query={query} lines={8}>
        {() =>
          data?.length === 0 && !query.hasNextPage ? (
            <Nothing isFiltered={isFiltered} mayCreate={rights.create} onClear={() => set(nothing)} onCreate={open} />
          ) : (
            <>
              <Rows
                twinId={twinId}
                list={list}
                columns={columnsOf(search.columns)}
                sort={search.sort}
                onSort={(sort) => set({ sort })}
              />
              <Cards twinId={twinId} forms={list.shown} />
              <ListFoot list={list} of="form" many="forms" />
            </>
          )
        }
      </Loaded>
      {isImporting && <ImportDialog twinId={twinId} onClose={importing.close} />}
      {creating && (
        <NewFormDialog
          twinId={twinId}
          title="New form"
          mayManage={rights.manage}
          onMade={({ id }) =>
            void navigate({ to: '/twins/$twinId/forms/$formId', params: { twinId, formId: id }, search: {} })
          }
          onClose={close}
        />
      )}
    </Page>
  );
}

const nothing = { type: undefined, state: undefined, find: undefined, assignee: undefined, overdue: undefined };

function Nothing(props: {
  readonly isFiltered: boolean;
  readonly mayCreate: boolean;
  readonly onClear: () => void;
  readonly onCreate: () => void;
}) {
  if (props.isFiltered) {
    return (
      <Empty icon={IconSearch} title="No form fits" text="Search for something else, or take filters away.">
        <Button variant="default" onClick={props.onClear}>
          Clear the filters
        </Button>
      </Empty>
    );
  }
  return (
    <Empty
      icon={IconForms}
      title="No forms yet"
      text="Note what is wrong on site, with a photo and a place in the model, and say who is to see to it."
    >
      {props.mayCreate && <Button onClick={props.onCreate}>New form</Button>}
    </Empty>
  );
}

const NotForYou = () => (
  <Page title="Forms">
    <Empty
      icon={IconLock}
      title="You may not see the forms of this twin"
      text="Ask an owner of the twin for a role that may view forms."
    />
  </Page>
);
