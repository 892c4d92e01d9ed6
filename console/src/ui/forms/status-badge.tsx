import { Badge } from '@mantine/core';
import type { FormSummary, Workflow } from './types.ts';

const colours = { Open: 'orange', Closed: 'gray', Draft: 'blue' } as const;

/** The status of a form; its colour says whether it is still open. */
export const StatusBadge = ({ form }: { readonly form: Pick<FormSummary, 'status' | 'state'> }) => (
  <Badge size="sm" variant="light" color={colours[form.state]} autoContrast>
    {form.status ?? form.state}
  </Badge>
);

/** A dot in the colour that a workflow gives a status. */
export const StateDot = ({ color }: { readonly color: Workflow['states'][number]['color'] }) => (
  <span
    aria-hidden
    style={{
      display: 'inline-block',
      width: '0.65rem',
      height: '0.65rem',
      borderRadius: '50%',
      border: '1px solid var(--line)',
      background: color ?? 'transparent',
    }}
  />
);
