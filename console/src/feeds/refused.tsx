import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Problem } from '../platform/problem.ts';
import { Empty } from '../ui/empty.tsx';

/** A part of a page, or for who may not see it who may. */
export const Refused = (props: {
  readonly query: { readonly error: unknown };
  readonly what: string;
  readonly whoever: string;
  readonly children: ReactNode;
}) =>
  props.query.error instanceof Problem && props.query.error.status === 403 ? (
    <Empty
      icon={IconLock}
      title={`You may not see the ${props.what}`}
      text={`Whoever ${props.whoever} can. Ask an owner of the twin for a role with that permission.`}
    />
  ) : (
    props.children
  );
