import { Box, Group, Text } from '@mantine/core';
import listed from '../../ui/card-list.module.css';
import { StatusBadge } from '../../ui/forms/status-badge.tsx';
import type { FormSummary } from '../../ui/forms/types.ts';
import { TextLink } from '../../ui/links.tsx';
import { Time } from '../../ui/time.tsx';
import { CardPicture } from './card-picture.tsx';
import classes from './cards.module.css';
import { dueText, isOverdue, peopleOf } from './columns.ts';

/** Forms on a phone. */
export const Cards = ({ twinId, forms }: { readonly twinId: string; readonly forms: readonly FormSummary[] }) => (
  <Box component="ul" className={listed.list} hiddenFrom="sm" aria-label="Forms">
    {forms.map((form) => (
      <Card key={form.id} twinId={twinId} form={form} />
    ))}
  </Box>
);

function Card({ twinId, form }: { readonly twinId: string; readonly form: FormSummary }) {
  const place = { to: '/twins/$twinId/forms/$formId', params: { twinId, formId: form.id }, search: {} } as const;
  return (
    <Box component="li" className={`surface ${classes.card}`} p="sm">
      <TextLink {...place} tabIndex={-1} aria-hidden>
        <CardPicture formId={form.id} />
      </TextLink>
      <div>
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <TextLink {...place} className={listed.name} fw={600} fz="sm">
            {form.subject || (form.number ?? form.displayName)}
          </TextLink>
          <StatusBadge form={form} />
        </Group>
        <Text size="xs" c="dimmed" mt={4}>
          {[form.number, form.type, peopleOf(form)].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c={isOverdue(form, Date.now()) ? 'red' : 'dimmed'}>
          {form.dueDate ? `Due ${dueText(form.dueDate)} · ` : ''}
          changed <Time iso={form.lastModifiedDateTime ?? ''} />
        </Text>
      </div>
    </Box>
  );
}
