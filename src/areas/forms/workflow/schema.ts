import {
  arrayOf,
  boolean,
  integer,
  line,
  nullable,
  oneOf,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { disciplineShown, id } from '../definition/schema.ts';
import { membersIn, perVersion } from '../version.ts';
import { stepPermissions } from './workflow.ts';

const text = () => line({ untrimmed: true });

const state = {
  color: nullable(line({ untrimmed: true, description: '#rrggbb' })),
  editableProperties: arrayOf(text()),
  stateCategory: oneOf(['Open', 'Closed', 'Draft']),
};

const transition = {
  displayName: text(),
  end: text(),
  notes: oneOf(['None', 'Optional', 'Required'], 'Whether the step takes a note.'),
};

/** What steps may have besides, in version 2 only. */
const stepEffects = {
  permission: optional(oneOf(stepPermissions)),
  assign: optional(arrayOf(output({ id: uuid(), displayName: text(), isRole: boolean() }, 'WorkflowResponsible'))),
  dueInDays: optional(integer()),
};

export const workflowShapes = perVersion((api) => ({
  one: output(
    {
      workflow: output(
        membersIn(api, {
          id: id(),
          type: text(),
          discipline: disciplineShown,
          startStates: arrayOf(text()),
          states: arrayOf(output({ name: text(), ...state }, 'WorkflowState')),
          transitions: arrayOf(
            output(
              membersIn(api, { ...transition, start: text(), ...stepEffects }, Object.keys(stepEffects)),
              'WorkflowTransition',
            ),
          ),
          startingTransitions: optional(
            arrayOf(
              output(
                membersIn(api, { ...transition, start: nullable(text()), ...stepEffects }, Object.keys(stepEffects)),
                'WorkflowStartingTransition',
              ),
            ),
          ),
          uninitializedState: optional(output({ name: nullable(text()), ...state }, 'WorkflowUninitializedState')),
        }),
        'FormWorkflow',
      ),
    },
    'FormWorkflowResponse',
  ),
}));
