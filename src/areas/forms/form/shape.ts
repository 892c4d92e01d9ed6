import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { isCleanText } from '../../../std/text.ts';
import { isKey, largestProperties } from '../layout/controls.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wrong = (target: string, message: string): Detail => ({ code: 'InvalidProperty', message, target });

/** Faults of a body that no schema says: keys, two kinds of camera in one, one person twice. */
export function checkShape({ body }: RawInput): Detail[] {
  if (!isRecord(body)) return [];
  return [...assigneeFaults(body), ...entityFaults(body), ...cameraFaults(body), ...keyFaults(body.properties)];
}

function assigneeFaults({ assignees }: Readonly<Record<string, unknown>>): Detail[] {
  if (!Array.isArray(assignees)) return [];
  const ids = assignees.map((one) => (isRecord(one) ? String(one.id).toLowerCase() : ''));
  return ids.flatMap((id, at) =>
    id !== '' && ids.indexOf(id) < at
      ? [{ code: 'InvalidValue', message: 'The same id is there twice.', target: `assignees[${at}].id` }]
      : [],
  );
}

function entityFaults({ sourceEntity }: Readonly<Record<string, unknown>>): Detail[] {
  if (!isRecord(sourceEntity)) return [];
  const count = [sourceEntity.modelElement, sourceEntity.storageFile].filter((one) => one !== undefined).length;
  if (count === 1) return [];
  return [wrong('sourceEntity', 'SourceEntity must have exactly one of modelElement, storageFile.')];
}

function cameraFaults({ modelView }: Readonly<Record<string, unknown>>): Detail[] {
  const camera = isRecord(modelView) ? modelView.cameraView : undefined;
  if (!isRecord(camera)) return [];
  const count = [camera.viewToWorldScale, camera.fieldOfView].filter((one) => one !== undefined).length;
  if (count < 2) return [];
  return [wrong('modelView.cameraView', 'CameraView has either viewToWorldScale or fieldOfView.')];
}

function keyFaults(properties: unknown): Detail[] {
  if (!isRecord(properties)) return [];
  if (Buffer.byteLength(JSON.stringify(properties)) > largestProperties) {
    return [wrong('properties', 'Properties have more than 1 MiB.')];
  }
  const bad = Object.keys(properties).filter((key) => !isKey(key));
  return [
    ...bad.map((key) => wrong(`properties.${key}`, 'A key has at most 36 letters, digits and _.')),
    ...Object.entries(properties).flatMap(([key, value]) => textFaults(value, `properties.${key}`)),
  ];
}

/** Texts in values hold what built-in texts hold: no control characters but tab and line breaks, no half characters. */
function textFaults(value: unknown, target: string): Detail[] {
  if (typeof value === 'string') return isCleanText(value) ? [] : [unclean(target)];
  if (Array.isArray(value)) return value.flatMap((one, at) => textFaults(one, `${target}[${at}]`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    isCleanText(name) ? textFaults(one, `${target}.${name}`) : [unclean(target)],
  );
}

const unclean = (target: string): Detail => ({
  code: 'InvalidValue',
  message: 'A text holds a control character, or half of a character.',
  target,
});
