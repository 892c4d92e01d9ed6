import { Button, FileButton, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isUnreadable, readLayout } from '../../../../src/areas/forms/layout/read.ts';
import { person } from '../../platform/session.ts';
import { showProblem, useChange } from '../change.tsx';
import { Dialog } from '../dialog.tsx';
import { fieldErrors } from '../field-errors.ts';
import { FormFoot } from '../form-foot.tsx';
import { Loaded } from '../loaded.tsx';
import { attach } from './attachments.ts';
import { type Assignable, assignablesQuery } from './people.ts';
import { fileOf } from './picture-file.ts';
import {
  createForm,
  definitionsQuery,
  importTemplate,
  layoutOfFormQuery,
  shownForms,
  templatesQuery,
} from './queries.ts';
import type { DefinitionSummary, Form, NewForm } from './types.ts';
import { Urgency } from './urgency.tsx';

interface NewFormProps {
  readonly twinId: string;
  readonly title: string;
  /** The type that is chosen first. */
  readonly type?: string;
  /** A picture of what the form is about, as a data URL. */
  readonly picture?: string | undefined;
  /** What is known already, made when the form is. */
  readonly origin?: () => Promise<Partial<NewForm>>;
  readonly mayManage: boolean;
  readonly onMade: (form: Form) => void;
  readonly onClose: () => void;
}

/** Asks for what a new form needs at once; the rest is filled in on its page. */
export function NewFormDialog(props: NewFormProps) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <Loaded query={useQuery(definitionsQuery(props.twinId))} lines={3}>
        {(definitions) =>
          definitions.length === 0 ? <NoDefinitions {...props} /> : <Questions {...props} definitions={definitions} />
        }
      </Loaded>
    </Dialog>
  );
}

/** The way to a first definition is a template. */
function NoDefinitions({ twinId, mayManage, type, onClose }: NewFormProps) {
  const templates = useQuery(templatesQuery).data ?? [];
  const [name, setName] = useState<string | null>(type ?? 'Issue');
  const take = useChange({
    run: () => importTemplate(twinId, name ?? ''),
    stale: [['definitions', twinId]],
  });
  if (!mayManage) {
    return (
      <Text size="sm">
        This twin has no kind of form yet. Ask who manages its forms to bring one in from the templates.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm">This twin has no kind of form yet. Take one of the templates; it can be changed later.</Text>
      <Select
        label="Template"
        allowDeselect={false}
        data={templates.map((one) => one.name)}
        value={name}
        onChange={setName}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={take.isPending} disabled={!name} onClick={() => take.mutate()}>
          Take it
        </Button>
      </Group>
    </Stack>
  );
}

export interface Answers {
  readonly formId: string;
  readonly subject: string;
  readonly description: string;
  readonly assigneeId: string | null;
  /** `2026-03-05`; empty: none. */
  readonly dueDate: string;
  readonly priority: string | null;
  readonly photos: readonly File[];
}

function Questions(props: NewFormProps & { readonly definitions: readonly DefinitionSummary[] }) {
  const { twinId, definitions, origin } = props;
  const first = definitions.find(({ type }) => type === props.type) ?? definitions[0];
  const [answers, setAnswers] = useState<Answers>({
    formId: first?.id ?? '',
    subject: '',
    description: '',
    assigneeId: person().id,
    dueDate: '',
    priority: null,
    photos: [],
  });
  const set = (change: Partial<Answers>) => setAnswers((before) => ({ ...before, ...change }));
  const people = useQuery(assignablesQuery(twinId)).data ?? [];
  const client = useQueryClient();
  const change = useChange({
    async run() {
      const assignee = people.find(({ id }) => id === answers.assigneeId);
      const form = await createForm({
        formId: answers.formId,
        twinId,
        subject: answers.subject.trim(),
        ...(answers.description.trim() ? { description: answers.description.trim() } : {}),
        ...(assignee ? { assignee: { id: assignee.id, displayName: assignee.displayName } } : { assignee: null }),
        ...(assignee?.isRole ? { assignees: [assignee] } : {}),
        ...(answers.dueDate ? { dueDate: answers.dueDate } : {}),
        ...(answers.priority ? { properties: { Priority: answers.priority } } : {}),
        ...(await origin?.()),
      });
      const pictures = [...answers.photos, ...(props.picture ? [fileOf(props.picture)] : [])];
      if (pictures.length > 0) {
        const binding = await photosOf(form.id, client);
        for (const one of pictures) await attach(form.id, one, binding).catch(showProblem);
      }
      return form;
    },
    stale: shownForms(twinId),
    says: ({ number }) => `${number} created`,
    done: props.onMade,
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answers.subject.trim()) change.mutate();
  };
  const faults = fieldErrors(change.error);
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {props.picture && <img src={props.picture} alt="What is seen now" style={{ width: '100%', borderRadius: 6 }} />}
        {definitions.length > 1 && (
          <Select
            label="Kind"
            allowDeselect={false}
            searchable
            data={definitions.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            value={answers.formId}
            error={faults.formId}
            onChange={(formId) => set({ formId: formId ?? '', dueDate: '', priority: null })}
          />
        )}
        <Texts answers={answers} faults={faults} people={people} set={set} />
        <Urgency formId={answers.formId} answers={answers} faults={faults} set={set} />
        <Photos photos={answers.photos} onChange={(photos) => set({ photos })} />
        <FormFoot change={change} verb="Create" disabled={!answers.subject.trim()} onCancel={props.onClose} />
      </Stack>
    </form>
  );
}

function Texts(props: {
  readonly answers: Answers;
  readonly faults: Readonly<Record<string, string>>;
  readonly people: readonly Assignable[];
  readonly set: (change: Partial<Answers>) => void;
}) {
  const { answers, faults, people, set } = props;
  return (
    <>
      <TextInput
        label="Subject"
        required
        data-autofocus
        maxLength={255}
        value={answers.subject}
        error={faults.subject}
        onChange={(event) => set({ subject: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxLength={4000}
        value={answers.description}
        error={faults.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Select
        label="Assigned to"
        searchable
        clearable
        placeholder="Nobody"
        nothingFoundMessage="Nobody here has such a name"
        data={people.map((one) => ({
          value: one.id,
          label: one.isRole ? `${one.displayName} (role)` : one.displayName,
        }))}
        value={answers.assigneeId}
        error={faults.assignee}
        onChange={(assigneeId) => set({ assigneeId })}
      />
    </>
  );
}

/** The property of the layout that holds photos; null: they go to the form as a whole. */
async function photosOf(formId: string, client: ReturnType<typeof useQueryClient>): Promise<string | null> {
  const { definition } = await client.fetchQuery(layoutOfFormQuery(formId));
  const layout = readLayout(definition);
  if (isUnreadable(layout)) return null;
  return layout.all.find(({ type }) => type === 'ImageDrop')?.key ?? null;
}

function Photos(props: { readonly photos: readonly File[]; readonly onChange: (photos: readonly File[]) => void }) {
  const { photos, onChange } = props;
  return (
    <Group gap="xs">
      <FileButton
        multiple
        accept="image/*"
        inputProps={{ 'aria-label': 'Photos of the new form' }}
        onChange={(chosen) => onChange([...photos, ...chosen])}
      >
        {(button) => (
          <Button {...button} size="xs" variant="light" leftSection={<IconCamera size={15} />}>
            Add photos
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        {photos.map(({ name }) => name).join(', ')}
      </Text>
      {photos.length > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
          Clear
        </Button>
      )}
    </Group>
  );
}
