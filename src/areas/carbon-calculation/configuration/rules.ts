import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { invalidProperty, missing } from '../errors.ts';
import type { Form } from '../tables.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members by which a label of one form is told from those of the other. */
const own = { report: ['reportTable'], extraction: ['mappingId', 'groupName'] } as const;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A new configuration has exactly one of the two forms, and so have its labels. */
export function createFaults({ body }: RawInput): readonly Detail[] {
  if (!isObject(body)) return [];
  const [report, model] = [isGiven(body.reportId), isGiven(body.modelId)];
  if (report === model) {
    const what = report ? 'cannot be given together' : 'are both missing; one is required';
    return [invalidProperty('reportId', `'reportId' and 'modelId' ${what}.`)];
  }
  const twin = model && !isGiven(body.twinId) ? [missing('twinId')] : [];
  return [...twin, ...labelFaults(body.labels, report ? 'report' : 'extraction')];
}

/** What of labels does not belong to their form, or is missing for it. */
export function labelFaults(labels: unknown, form: Form): readonly Detail[] {
  if (!Array.isArray(labels)) return [];
  const foreign = own[form === 'report' ? 'extraction' : 'report'];
  return labels.flatMap((label: unknown, at): Detail[] => {
    if (!isObject(label)) return [];
    const other = foreign.find((member) => isGiven(label[member]));
    if (other !== undefined) {
      const message = `'${other}' belongs to the ${form === 'report' ? 'extraction' : 'report'} form of a configuration.`;
      return [invalidProperty(`labels[${at}].${other}`, message)];
    }
    const absent = own[form].filter((member) => !isGiven(label[member]) || label[member] === '');
    return absent.map((member) => missing(`labels[${at}].${member}`));
  });
}
