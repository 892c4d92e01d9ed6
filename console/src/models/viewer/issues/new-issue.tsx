import { NewFormDialog } from '../../../ui/forms/new-form-dialog.tsx';
import type { Form } from '../../../ui/forms/types.ts';
import type { Model } from '../../queries.ts';
import { originOf, type Snapshot } from './make-issue.ts';

/** Asks for what a new issue says; where it is, is known. */
export const NewIssue = (props: {
  readonly model: Model;
  readonly snapshot: Snapshot;
  readonly mayManage: boolean;
  readonly onMade: (form: Form) => void;
  readonly onClose: () => void;
}) => (
  <NewFormDialog
    twinId={props.model.twinId}
    title="New issue"
    type="Issue"
    picture={props.snapshot.saved.image}
    origin={() => originOf(props.model, props.snapshot)}
    mayManage={props.mayManage}
    onMade={props.onMade}
    onClose={props.onClose}
  />
);
