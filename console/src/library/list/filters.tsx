import { Badge, Button, Group, Select, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { count } from '../../ui/format.ts';
import classes from '../library.module.css';
import type { Facets } from '../queries.ts';
import { isFiltered, type LibrarySearch, librarySearch } from '../search.ts';

interface FilterProps {
  readonly search: LibrarySearch;
  readonly facets: Facets | undefined;
  readonly set: (search: LibrarySearch) => void;
  /** In a project there is one state, and catalogs are not named. */
  readonly inProject: boolean;
  /** In a page of a catalog it is not asked for. */
  readonly inCatalog?: boolean;
}

const tagsShown = 16;

/** What is searched: words, and what components have in common, with how many have it. */
export function Filters({ search, facets, set, inProject, inCatalog }: FilterProps) {
  const change = (what: Record<string, unknown>) => set(librarySearch({ ...search, ...what }));
  const least = facets?.isComplete === false ? '+' : '';
  const choice = (label: string, name: keyof LibrarySearch, found: readonly Choice[] | undefined) => (
    <FacetSelect
      label={label}
      chosen={search[name]}
      found={found}
      least={least}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <>
      <Group gap="xs" mb="xs">
        <WordsInput find={search.find} onFind={(text) => change({ find: text.trim() })} />
        {choice('Category', 'category', facets?.categories)}
        {choice('Maker', 'manufacturer', facets?.manufacturers)}
        {!inProject && !inCatalog && choice('Catalog', 'catalog', facets?.catalogs)}
        {!inProject &&
          choice(
            'State',
            'state',
            facets?.states.map(({ state, count: found }) => ({ id: state, displayName: state, count: found })),
          )}
        {isFiltered(search) && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => set({})}>
            Clear
          </Button>
        )}
      </Group>
      <Tags search={search} facets={facets} least={least} choose={(hashtag) => change({ hashtag })} />
    </>
  );
}

/** What is typed is searched for soon after; it empties where the filters are cleared. */
function WordsInput(props: { readonly find: string | undefined; readonly onFind: (text: string) => void }) {
  const [text, setText] = useState(props.find ?? '');
  const find = useDebouncedCallback(props.onFind, 300);
  useEffect(() => {
    if (props.find === undefined) setText('');
  }, [props.find]);
  return (
    <TextInput
      size="sm"
      flex={{ base: '1 1 100%', xs: '1 1 220px' }}
      maw={{ base: '100%', xs: 360 }}
      type="search"
      aria-label="Search by words"
      placeholder="Search by words"
      leftSection={<IconSearch size={15} />}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        find(value);
      }}
    />
  );
}

interface Choice {
  readonly id: string;
  readonly displayName: string;
  readonly count: number;
}

/** Choices with their counts; what is chosen stays among them, however few it leaves. */
function FacetSelect(props: {
  readonly label: string;
  readonly chosen: string | undefined;
  readonly found: readonly Choice[] | undefined;
  readonly least: string;
  readonly onChange: (value: string | null) => void;
}) {
  const { label, chosen, found = [] } = props;
  if (found.length === 0 && chosen === undefined) return null;
  const data = found.map(({ id, displayName, count: many }) => ({
    value: id,
    label: `${displayName} (${count(many)}${props.least})`,
  }));
  const known = chosen === undefined || found.some(({ id }) => id === chosen);
  return (
    <Select
      size="sm"
      w={{ base: 'calc(50% - 5px)', xs: 180 }}
      aria-label={label}
      placeholder={`Every ${label.toLowerCase()}`}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Every ${label.toLowerCase()}` }}
      nothingFoundMessage="Nothing fits"
      value={chosen ?? null}
      onChange={props.onChange}
      data={known ? data : [...data, { value: chosen, label: `${label} (0)` }]}
    />
  );
}

function Tags(props: {
  readonly search: LibrarySearch;
  readonly facets: Facets | undefined;
  readonly least: string;
  readonly choose: (hashtag: string | undefined) => void;
}) {
  const { hashtag } = props.search;
  const found = (props.facets?.hashtags ?? []).slice(0, tagsShown);
  const isChosen = (one: string) => one.toLowerCase() === hashtag?.toLowerCase();
  const all = hashtag && !found.some((one) => isChosen(one.hashtag)) ? [{ hashtag, count: 0 }, ...found] : found;
  if (all.length === 0) return null;
  return (
    <fieldset className={classes.tags} aria-label="Hashtags">
      {all.map((one) => (
        <UnstyledButton
          key={one.hashtag}
          aria-pressed={isChosen(one.hashtag)}
          onClick={() => props.choose(isChosen(one.hashtag) ? undefined : one.hashtag)}
        >
          <Badge
            component="span"
            variant={isChosen(one.hashtag) ? 'filled' : 'light'}
            color={isChosen(one.hashtag) ? 'teal' : 'gray'}
            tt="none"
            style={{ cursor: 'pointer' }}
          >
            #{one.hashtag} {count(one.count)}
            {props.least}
          </Badge>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
