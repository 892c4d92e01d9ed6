import { usualDiscipline } from '../version.ts';
import type { Workflow } from '../workflow/workflow.ts';
import {
  assignees,
  calculated,
  check,
  choice,
  choices,
  date,
  description,
  due,
  layout,
  line,
  number,
  panel,
  picker,
  pictures,
  radio,
  signature,
  subject,
  table,
  text,
} from './controls.ts';
import type { Template } from './template.ts';
import { inThreeSteps, openAndClosed } from './workflows.ts';

const template = (name: string, type: string, definition: object, workflow?: Workflow): Template => ({
  name,
  type,
  discipline: usualDiscipline,
  idPrefix: null,
  definition,
  staticImages: {},
  listGroups: [],
  workflow,
});

const dailyLog = template(
  'Daily Log',
  'Daily Log',
  layout(
    panel('General', [subject(), description(), due(), assignees()]),
    panel('Site', [line('Weather'), number('Air temperature', { Unit: '°C' }), check('Checked')]),
    table('Deliveries', [line('Truck'), number('Volume', { Unit: 'm³', Minimum: 0 })]),
    pictures('Photos'),
  ),
  openAndClosed(['Weather', 'Air__x0020__temperature', 'Checked', 'Deliveries']),
);

const minutes = template(
  'Meeting Minutes',
  'Meeting Minutes',
  layout(
    panel('Meeting', [subject('Topic'), date('Held', { IncludeTime: true }), line('Place'), assignees('Participants')]),
    description('Summary'),
    table('Decisions', [line('Decision'), line('By whom'), date('Until')]),
    signature('Taken by'),
  ),
);

const checklist = template(
  'Safety Checklist',
  'Other',
  layout(
    subject(),
    panel('Persons', [check('Helmets'), check('Harnesses'), check('Instructed')]),
    panel('Place', [check('Fenced'), check('Escape routes free'), check('Fire extinguishers')]),
    text('Remarks'),
    pictures('Photos'),
    signature('Checked by'),
  ),
);

const workPackage = template(
  'Area Work Package',
  'Work Package',
  layout(
    panel('Package', [subject('Title'), description('Scope'), due(), assignees()]),
    panel('Plan', [
      date('Begin'),
      date('End'),
      calculated('Days', { Formula: 'days([Begin], [End])', Decimals: 0, ResultType: 'number' }),
    ]),
    table('Quantities', [line('Item'), number('Amount', { Minimum: 0 }), line('Unit')]),
    picker('Foreman'),
  ),
);

const severities = ['Low', 'Medium', 'High'];

const observation = template(
  'Observation',
  'Field Data',
  layout(subject(), description(), radio('Severity', severities), text('Action taken'), pictures('Photos')),
);

const issue = template(
  'Issue',
  'Issue',
  layout(
    panel('Issue', [subject('Title'), description(), due(), assignees()]),
    panel('Classification', [
      choice('Priority', ['Low', 'Normal', 'High', 'Critical'], { AllowOther: true }),
      choices('Labels', ['Architecture', 'Structure', 'Services'], { AllowOther: true }),
    ]),
    pictures('Photos'),
  ),
  inThreeSteps(['Priority', 'Labels', 'Stage']),
);

const inspection = template(
  'Inspection',
  'Inspection',
  layout(
    panel('Inspection', [subject('Object'), description('Findings'), date('Inspected'), assignees('Inspectors')]),
    table('Points', [line('Point'), choice('Result', ['Passed', 'Failed', 'Not applicable']), line('Remark')]),
    pictures('Photos'),
    signature('Inspector'),
  ),
);

const request = template(
  'Request for Information',
  'RFI',
  layout(
    panel('Request', [subject('Question'), description('Background'), due('Answer until'), assignees('Answered by')]),
    text('Answer'),
    choice('Effect on cost', ['None', 'Possible', 'Certain']),
    choice('Effect on time', ['None', 'Possible', 'Certain']),
  ),
);

/** The templates that every server has. */
export const builtIn: readonly Template[] = [
  dailyLog,
  minutes,
  checklist,
  workPackage,
  observation,
  issue,
  inspection,
  request,
];
