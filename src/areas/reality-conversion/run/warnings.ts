import type { ConversionWarning } from '../../../engines/conversion/params.ts';
import { type Message, messageWith } from '../../../reality-jobs/messages.ts';

const texts: Readonly<Record<ConversionWarning['code'], string>> = {
  NoGeoreference: 'No reference system is known: coordinates are local.',
  VerticalDatumNotApplied: 'Heights of %1 were taken as they are.',
  FilesIgnored: 'Files of other formats were ignored: %1.',
  PointsLeftOut: '%1 points were left out: %2.',
  SettingIgnored: 'The setting "%1" was ignored.',
  AttributesLeftOut: 'The output has no room for %1.',
};

/** A warning of the engine in the words of this API. */
export const warningOf = ({ code, params }: ConversionWarning): Message => messageWith(code, texts[code], params);
