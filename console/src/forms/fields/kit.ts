import type { ReactNode } from 'react';
import type { Control } from '../../../../src/areas/forms/layout/controls.ts';
import type { Assignable } from '../../ui/forms/people.ts';
import type { Draft } from '../draft.ts';

/** What the fields of a form are drawn with. */
export interface FieldKit {
  readonly twinId: string;
  /** Whose list groups and pictures the layout names; undefined where there is none yet. */
  readonly definitionId: string | undefined;
  readonly draft: Draft;
  readonly faults: ReadonlyMap<string, string>;
  /** Why calculated values are left out, by their targets. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** Why a value cannot be changed now; undefined: it can be. */
  readonly fixed: (target: string) => string | undefined;
  readonly set: (target: string, value: unknown) => void;
  readonly people: readonly Assignable[];
  /** The pictures of a control that holds some. */
  readonly pictures: (control: Control) => ReactNode;
  /** Keeps the drawing of a signature with the form; answers its id. Absent where there is no form to keep it with. */
  readonly sign?: (control: Control, drawing: Blob) => Promise<string>;
  /** A drawing that is kept. */
  readonly drawing?: (attachmentId: string) => ReactNode;
  /** All controls of the layout: lists depend on each other. */
  readonly all: readonly Control[];
}

export interface FieldProps {
  readonly control: Control;
  readonly target: string;
  readonly kit: FieldKit;
}

/** What every input of a field has. */
export function common({ control, target, kit }: FieldProps) {
  const fixed = control.members.IsReadOnly === true ? 'Shown only.' : kit.fixed(target);
  return {
    label: control.label,
    withAsterisk: control.required,
    error: kit.faults.get(target),
    readOnly: fixed !== undefined,
    ...(fixed ? { title: fixed, variant: 'filled' } : {}),
  };
}

/** The same for what knows no reading only. */
export function pressed(props: FieldProps) {
  const { readOnly: disabled, variant: _, ...input } = { variant: '', ...common(props) };
  return { ...input, disabled };
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
