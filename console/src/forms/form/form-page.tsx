import { Tabs, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { Control } from '../../../../src/areas/forms/layout/controls.ts';
import { attach, attachmentsQuery } from '../../ui/forms/attachments.ts';
import { assignablesQuery } from '../../ui/forms/people.ts';
import { formQuery, layoutOfFormQuery, type ReadForm } from '../../ui/forms/queries.ts';
import type { Definition } from '../../ui/forms/types.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { targetOf } from '../draft.ts';
import { Fields } from '../fields/fields.tsx';
import type { FieldKit } from '../fields/kit.ts';
import { type FormRights, useFormRights } from '../rights.ts';
import { Comments } from './comments.tsx';
import classes from './form.module.css';
import { FormActions } from './form-actions.tsx';
import { FormFacts } from './form-facts.tsx';
import { HistoryList } from './history-list.tsx';
import { Drawing, Pictures } from './pictures.tsx';
import { SaveBar } from './save-bar.tsx';
import { StepButtons } from './step-buttons.tsx';
import { type FormWork, useForm } from './use-form.ts';

const route = getRouteApi('/twins/$twinId/forms/$formId');

/** One form: drawn from its layout, with what people say of it and what they did with it. */
export function FormPage() {
  const { formId } = route.useParams();
  const read = useQuery(formQuery(formId));
  const definition = useQuery(layoutOfFormQuery(formId));
  return (
    <Loaded query={read}>
      {(form) => <Loaded query={definition}>{(one) => <Whole key={formId} read={form} definition={one} />}</Loaded>}
    </Loaded>
  );
}

function Whole({ read, definition }: { readonly read: ReadForm; readonly definition: Definition }) {
  const { twinId } = route.useParams();
  const rights = useFormRights(twinId);
  const work = useForm(read, definition, twinId, rights);
  const { form, changed } = work;
  useBlocker({
    shouldBlockFn: () => changed.length > 0 && !window.confirm('What you have filled in is not saved. Leave it?'),
    enableBeforeUnload: () => changed.length > 0,
    disabled: changed.length === 0,
  });
  return (
    <Page
      title={form.subject ? `${form.number} ${form.subject}` : form.number}
      actions={<FormActions form={form} twinId={twinId} rights={rights} />}
    >
      <div className={classes.page}>
        <section className={`surface ${classes.card} ${classes.facts}`} aria-label="About the form">
          <FormFacts form={form} twinId={twinId}>
            <StepButtons steps={work.steps} change={work.change} take={work.take} />
          </FormFacts>
        </section>
        <div className={classes.fields}>
          <Filled work={work} definition={definition} rights={rights} />
          <SaveBar work={work} />
        </div>
        <aside className={classes.around} aria-label="Comments, files and history">
          <Around work={work} rights={rights} />
        </aside>
      </div>
    </Page>
  );
}

/** The form as its layout has it. */
function Filled(props: { readonly work: FormWork; readonly definition: Definition; readonly rights: FormRights }) {
  const { work, definition, rights } = props;
  const { form, layout, draft, faults, leftOut } = work;
  const { twinId } = route.useParams();
  const client = useQueryClient();
  const people = useQuery(assignablesQuery(twinId)).data ?? [];
  const files = useQuery(attachmentsQuery(form.id)).data ?? [];
  const kit: FieldKit = {
    twinId,
    draft,
    faults,
    leftOut,
    people,
    definitionId: definition.id,
    all: layout.all,
    fixed: work.fixed,
    set: work.set,
    sign: async ({ key }: Control, drawing: Blob) => {
      const id = await attach(form.id, new File([drawing], 'signature.png', { type: 'image/png' }), key ?? null);
      await client.invalidateQueries({ queryKey: ['form', form.id, 'attachments'] });
      return id;
    },
    drawing: (id: string) => <Drawing formId={form.id} id={id} />,
    pictures: (control: Control) => (
      <Pictures
        formId={form.id}
        label={control.label}
        binding={control.key ?? null}
        files={files.filter(({ binding }) => binding !== null && binding === control.key)}
        mayAdd={rights.comment}
        error={faults.get(targetOf(control) ?? '')}
      />
    ),
  };
  if (layout.controls.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The layout of this form cannot be read. Its comments, files and history are here all the same.
      </Text>
    );
  }
  return (
    <>
      <Fields controls={layout.controls} kit={kit} />
      {work.change.error && !work.isStale ? (
        <div style={{ marginTop: 12 }}>
          <ProblemNote error={work.change.error} />
        </div>
      ) : null}
    </>
  );
}

const tabs = ['comments', 'files', 'history'] as const;

function Around({ work, rights }: { readonly work: FormWork; readonly rights: FormRights }) {
  const { form, layout } = work;
  const [tab, setTab] = useState<(typeof tabs)[number]>('comments');
  const bound = new Set(layout.all.flatMap(({ type, key }) => (type === 'ImageDrop' && key ? [key] : [])));
  const files = (useQuery(attachmentsQuery(form.id)).data ?? []).filter(
    ({ binding }) => binding === null || !bound.has(binding),
  );
  return (
    <Tabs value={tab} keepMounted={false} onChange={(value) => setTab(tabs.find((one) => one === value) ?? 'comments')}>
      <Tabs.List grow mb="sm">
        <Tabs.Tab value="comments">Comments</Tabs.Tab>
        <Tabs.Tab value="files">Files{files.length > 0 ? ` (${files.length})` : ''}</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="comments">
        <Comments formId={form.id} mayComment={rights.comment} />
      </Tabs.Panel>
      <Tabs.Panel value="files">
        <Pictures formId={form.id} label="Files" binding={null} files={files} mayAdd={rights.comment} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <HistoryList formId={form.id} layout={layout} />
      </Tabs.Panel>
    </Tabs>
  );
}
