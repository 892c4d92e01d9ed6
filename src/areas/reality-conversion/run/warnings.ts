import type { ConversionWarning } from '../../../engines/conversion/params.ts';
import { type Message, messageWith } from '../../../reality-jobs/messages.ts';

const texts: Readonly<Record<ConversionWarning['code'], string>> = {
  NoGeoreference: 'No reference system is known: coordinates are local.',
  VerticalDatumNotApplied: 'Heights of %1 were taken as they are.',
  FilesIgnored: 'Files of other formats were ignored: %1.',
  PointsLeftOut: '%1 points were left out: %2.',
  SettingIgnored: 'The setting "%1" was ignored.',
  SystemsDiffer: 'Files say different systems: what is in %2 was transformed to %1.',
  SplatsAsPoints: 'Of Gaussian splats only their centres and colours were taken.',
  UnitKeyDiffers:
    'The system of %1 is in the unit %2, and the file says that its coordinates are in the unit %3, which was used.',
  DatumGuessed: '%1 does not say on which datum its map stands: %2 was taken.',
  SystemNotUsable: 'The system %2 of %1 cannot be calculated with (%3): coordinates are local.',
  SystemContradictsCode: 'The system of %1, %2, names %3, but has other parameters: the parameters were used.',
  CoordinatesNotDegrees: '%1 says that it is in degrees (%2), but its coordinates are none: they are local.',
  CoordinatesOutsideArea: 'The coordinates of %1 lie %3 km outside of %2.',
  AttributesLeftOut: 'The output has no room for %1.',
};

/** A warning of the engine in the words of this API. */
export const warningOf = ({ code, params }: ConversionWarning): Message => messageWith(code, texts[code], params);
