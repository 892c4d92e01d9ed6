import type { CrsWarning } from '../../../engines/crs/warnings.ts';
import { messageWith } from '../../../reality-jobs/messages.ts';

/** What is said of a system without a file: coordinates are looked at elsewhere. */
const texts: Readonly<Record<CrsWarning['code'], string>> = {
  UnitKeyDiffers: 'The system is in the unit %1, and the keys say that coordinates are in the unit %2, which was used.',
  DatumGuessed: 'It does not say on which datum its map stands: %1 was taken.',
  SystemNotUsable: 'The system %1 cannot be calculated with: %2.',
  SystemContradictsCode: 'The system %1 names %2, but has other parameters: the parameters were used.',
  CoordinatesNotDegrees: 'The coordinates are no degrees of %1.',
  CoordinatesOutsideArea: 'The coordinates lie %2 km outside of %1.',
};

/** As answers have it. */
function shown(...message: Parameters<typeof messageWith>) {
  const { code, title, message: text, params } = messageWith(...message);
  return { code, title, message: text, params: [...params] };
}

export type ShownMessage = ReturnType<typeof shown>;

export const warningOf = ({ code, params }: CrsWarning): ShownMessage => shown(code, texts[code], params);

export const heightsTaken = (from: string, to: string): ShownMessage =>
  shown('VerticalDatumNotApplied', 'Heights of %1 were taken for those of %2: only their unit changed.', [from, to]);
