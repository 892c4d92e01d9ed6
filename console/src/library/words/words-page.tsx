import { Button, Menu, SegmentedControl, Stack, Table, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTag, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { fieldErrors } from '../../ui/field-errors.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { count } from '../../ui/format.ts';
import { HiddenHead } from '../../ui/hidden-head.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { LibraryFrame } from '../library-frame.tsx';
import { libraryKey } from '../queries.ts';
import { kinds, type WordKind } from './kinds.ts';
import { removeWord, saveWord, type Word, type WordFields, wordName, wordsQuery } from './queries.ts';

const route = getRouteApi('/library/words');

const names = {
  categories: { all: 'Categories', one: 'category', about: 'What a component is: a door, a pump, a lamp post.' },
  manufacturers: { all: 'Makers', one: 'maker', about: 'Who makes a component, and how they are reached.' },
  applications: {
    all: 'Applications',
    one: 'application',
    about: 'The program, and its version, that a design file is made for.',
  },
} as const;

const step = 100;

/** The words that components refer to. */
export function WordsPage() {
  const { kind = 'categories' } = route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(wordsQuery(kind));
  const [asked, ask] = useState<{ readonly word?: Word }>();
  const { one, about } = names[kind];
  return (
    <LibraryFrame
      path="/library/words"
      actions={({ mayWrite }) =>
        mayWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => ask({})}>
            New {one}
          </Button>
        )
      }
    >
      {({ mayWrite }) => (
        <>
          <SegmentedControl
            mb="md"
            aria-label="Which words"
            value={kind}
            onChange={(value) => {
              const next = kinds.find((known) => known === value);
              void navigate({ to: '/library/words', search: next && next !== 'categories' ? { kind: next } : {} });
            }}
            data={kinds.map((value) => ({ value, label: names[value].all }))}
          />
          <Loaded query={query}>
            {(words) =>
              words.length === 0 ? (
                <Empty icon={IconTag} title={`No ${names[kind].all.toLowerCase()} yet`} text={about} />
              ) : (
                <Words key={kind} words={words} kind={kind} mayWrite={mayWrite} edit={(word) => ask({ word })} />
              )
            }
          </Loaded>
          {asked && <WordDialog kind={kind} {...asked} onClose={() => ask(undefined)} />}
        </>
      )}
    </LibraryFrame>
  );
}

interface WordsProps {
  readonly words: readonly Word[];
  readonly kind: WordKind;
  readonly mayWrite: boolean;
  readonly edit: (word: Word) => void;
}

function Words({ words, kind, mayWrite, edit }: WordsProps) {
  const [most, setMost] = useState(step);
  const remove = useChange({ run: ({ id }: Word) => removeWord(kind, id), stale: [libraryKey] });
  const askToRemove = (word: Word) =>
    confirm({
      title: `Delete ${wordName(word)}?`,
      text: 'Components that refer to it stay, and refer to nothing in its place.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(word),
    });
  return (
    <>
      <Sheet label={names[kind].all}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            {kind === 'manufacturers' && <Table.Th visibleFrom="xs">Phone</Table.Th>}
            {kind === 'manufacturers' && <Table.Th visibleFrom="sm">Address</Table.Th>}
            {kind === 'manufacturers' && <Table.Th visibleFrom="sm">Website</Table.Th>}
            {mayWrite && <HiddenHead text="Actions" w={48} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {words.slice(0, most).map((word) => (
            <Table.Tr key={word.id}>
              <Table.Td className="long">
                <WordLink kind={kind} word={word} />
              </Table.Td>
              {kind === 'manufacturers' && <Table.Td visibleFrom="xs">{word.phone}</Table.Td>}
              {kind === 'manufacturers' && <Table.Td visibleFrom="sm">{word.address}</Table.Td>}
              {kind === 'manufacturers' && <Table.Td visibleFrom="sm">{word.website}</Table.Td>}
              {mayWrite && (
                <Table.Td>
                  <ActionsMenu of={wordName(word)} small>
                    <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => edit(word)}>
                      Edit
                    </Menu.Item>
                    <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => askToRemove(word)}>
                      Delete
                    </Menu.Item>
                  </ActionsMenu>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Sheet>
      {most < words.length && (
        <Button mt="xs" size="xs" variant="default" onClick={() => setMost(most + 5 * step)}>
          Show more of {count(words.length)}
        </Button>
      )}
    </>
  );
}

/** Leads to the components that have it. */
function WordLink({ kind, word }: { readonly kind: WordKind; readonly word: Word }) {
  const search = {
    categories: { category: word.id },
    manufacturers: { manufacturer: word.id },
    applications: { application: word.id },
  };
  return (
    <TextLink to="/library" search={search[kind]}>
      {wordName(word)}
    </TextLink>
  );
}

function WordDialog(props: { readonly kind: WordKind; readonly word?: Word; readonly onClose: () => void }) {
  const { kind, word, onClose } = props;
  const [fields, setFields] = useState<WordFields>(word ?? { displayName: '' });
  const change = useChange({
    run: () => saveWord(kind, word?.id, fields),
    stale: [libraryKey],
    done: onClose,
    quiet: true,
  });
  const faults = fieldErrors(change.error);
  const field = (name: keyof WordFields, label: string, required = false) => (
    <TextInput
      label={label}
      required={required}
      data-autofocus={name === 'displayName' || undefined}
      maxLength={250}
      value={fields[name] ?? ''}
      error={faults[name]}
      onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog onClose={onClose} title={`${word ? 'Edit' : 'New'} ${names[kind].one}`}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {field('displayName', 'Name', true)}
          {kind === 'applications' && field('version', 'Version', true)}
          {kind === 'manufacturers' && field('phone', 'Phone')}
          {kind === 'manufacturers' && field('address', 'Address')}
          {kind === 'manufacturers' && field('website', 'Website')}
          <FormFoot change={change} verb={word ? 'Save' : 'Create'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
