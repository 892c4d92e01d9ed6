import { Box, Button } from '@mantine/core';
import { IconCube, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Empty } from '../../ui/empty.tsx';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { More } from '../../ui/more.tsx';
import { componentsQuery, type Facets, facetsQuery, type Project } from '../queries.ts';
import { isFiltered, type LibrarySearch } from '../search.ts';
import { ComponentGrid } from './component-grid.tsx';
import { Filters } from './filters.tsx';

/** Components that fit a search, page after page, with what else can be searched for. */
export function ComponentList(props: {
  readonly search: LibrarySearch;
  readonly set: (search: LibrarySearch) => void;
  readonly projectId: Project;
  /** Only those of this catalog. */
  readonly catalogId?: string;
  /** What is said where there are none at all. */
  readonly none: ReactNode;
}) {
  const { search, projectId, catalogId } = props;
  const asked = catalogId === undefined ? search : { ...search, catalog: catalogId };
  const query = useInfiniteQuery(componentsQuery(asked, projectId));
  const facets = useQuery(facetsQuery(asked, projectId)).data;
  return (
    <>
      <Filters
        search={search}
        set={props.set}
        facets={facets}
        inProject={projectId !== undefined}
        inCatalog={catalogId !== undefined}
      />
      <Loaded query={query} lines={8}>
        {(components) =>
          components.length > 0 ? (
            <Box mt="md">
              <ComponentGrid components={components} projectId={projectId} />
              <More query={query} shown={components.length} of={foundOf(facets)} many={foundOf(facets, true)} />
            </Box>
          ) : isFiltered(search) ? (
            <Empty
              icon={IconSearch}
              title="No component fits"
              text="Search for a part of the name or a hashtag, or take filters away."
            >
              <Button variant="default" onClick={() => props.set({})}>
                Clear the filters
              </Button>
            </Empty>
          ) : (
            props.none
          )
        }
      </Loaded>
    </>
  );
}

/** `component`, or `components of 1,204`. */
function foundOf(facets: Facets | undefined, many = false): string {
  if (!many) return 'component';
  return facets === undefined ? 'components' : `of ${count(facets.count)}${facets.isComplete ? '' : '+'} components`;
}

export const NoComponents = (props: { readonly text: string; readonly children?: ReactNode }) => (
  <Empty icon={IconCube} title="No components yet" text={props.text}>
    {props.children}
  </Empty>
);
