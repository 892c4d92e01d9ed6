import { arrayOf, line, nullable, oneOf, optional, output } from '../../kernel/schema/shapes.ts';
import { disciplineShown, id } from './definition.schema.ts';
import { membersIn, perVersion } from './version.ts';

const text = () => line({ exact: true });

const state = {
  color: nullable(line({ exact: true, description: '#rrggbb' })),
  editableProperties: arrayOf(text()),
  stateCategory: oneOf(['Open', 'Closed', 'Draft']),
};

const transition = {
  displayName: text(),
  end: text(),
  notes: oneOf(['None', 'Optional', 'Required'], 'Whether the step takes a note.'),
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
          transitions: arrayOf(output({ ...transition, start: text() }, 'WorkflowTransition')),
          startingTransitions: optional(
            arrayOf(output({ ...transition, start: nullable(text()) }, 'WorkflowStartingTransition')),
          ),
          uninitializedState: optional(output({ name: nullable(text()), ...state }, 'WorkflowUninitializedState')),
        }),
        'FormWorkflow',
      ),
    },
    'FormWorkflowResponse',
  ),
}));
