import { Group, Stack } from '@mantine/core';
import { IconCube } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Facts } from '../../ui/facts.tsx';
import { dateTime } from '../../ui/format.ts';
import { elementOf, pinOf, poseOf } from '../../ui/forms/origin.ts';
import { StatusBadge } from '../../ui/forms/status-badge.tsx';
import type { Form } from '../../ui/forms/types.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Time } from '../../ui/time.tsx';

const route = getRouteApi('/twins/$twinId/forms/$formId');

/** What is known of a form besides what is filled in, and the way to its place in the model. */
export function FormFacts(props: { readonly form: Form; readonly twinId: string; readonly children: ReactNode }) {
  const { form, twinId } = props;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <StatusBadge form={form} />
        {props.children}
      </Group>
      <Facts
        facts={[
          ['Kind', form.type],
          ['Made by', form.createdBy],
          ['Made', dateTime(form.createdDateTime)],
          ['Changed', <Time key="changed" iso={form.lastModifiedDateTime} />],
          ...placeFacts(form),
        ]}
      />
      <ToModel form={form} twinId={twinId} />
    </Stack>
  );
}

/** Where in the model it is, as it was when the form was made. */
function placeFacts(form: Form): readonly (readonly [label: string, value: string | null])[] {
  const element = elementOf(form);
  const pin = pinOf(form);
  return [
    ['Model', element?.modelName ?? null],
    ['Element', element?.name ? [element.name, element.className].filter(Boolean).join(', ') : null],
    ['Storey', element?.storey ?? null],
    ['Coordinates', pin ? `${pin.map((value) => value.toFixed(3)).join(', ')} m` : null],
  ];
}

function ToModel({ form, twinId }: { readonly form: Form; readonly twinId: string }) {
  const from = route.useSearch();
  const element = elementOf(form);
  const modelId = from.model ?? element?.modelId;
  if (modelId === undefined) return null;
  const hasPlace = element?.modelId === modelId || pinOf(form) !== undefined || poseOf(form) !== undefined;
  const isBack = from.model !== undefined;
  return (
    <Group gap="xs">
      {isBack && (
        <LinkButton
          size="xs"
          variant="default"
          to="/twins/$twinId/models/$modelId"
          params={{ twinId, modelId }}
          search={{ issue: form.id, ...(from.camera ? { camera: from.camera } : {}) }}
        >
          Back to the model
        </LinkButton>
      )}
      {hasPlace && !isBack && (
        <LinkButton
          size="xs"
          variant="light"
          leftSection={<IconCube size={15} />}
          to="/twins/$twinId/models/$modelId"
          params={{ twinId, modelId }}
          search={{ issue: form.id }}
        >
          Show in the model
        </LinkButton>
      )}
    </Group>
  );
}
