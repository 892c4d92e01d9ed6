import type { ArchiveKind } from '../../api/archive/kind.ts';
import { countable, faultIn } from '../../api/archive/rules.ts';
import { anyText, input, nullable, oneOf } from '../../kernel/schema/shapes.ts';
import { largestImage } from './image/endpoints.ts';
import { mostPixels } from './image/replace.ts';
import { checkClasses, checkOptions } from './repository/rules.ts';
import { repositoryCreate } from './repository/schema.ts';
import { checkPair } from './twin/rules.ts';
import { twinCreate } from './twin/schema.ts';

/* What the API demands of twins and their repositories that an archive has. */

const { displayName, class: twinClass, subClass, type, number, geographicLocation, ...more } = twinCreate.properties;
const { latitude, longitude, ianaTimeZone, status } = more;
const rawOf = (body: unknown) => ({ body, query: {}, headers: {} });

const picture = input({ blobId: anyText(), name: anyText(), type: oneOf(['image/png', 'image/jpeg']) });

export const twinRules: Pick<ArchiveKind, 'shapes' | 'check' | 'pictures'> = {
  shapes: {
    displayName,
    class: twinClass,
    subClass,
    type,
    number,
    location: geographicLocation,
    status,
    latitude,
    longitude,
    timeZone: ianaTimeZone,
    version: countable,
    image: nullable(input({ small: picture, large: picture })),
  },
  pictures: { bytes: largestImage, pixels: mostPixels },
  check: (record) => faultIn(checkPair(rawOf(record))),
};

const { uri, options, displayName: repositoryName } = repositoryCreate.properties;

export const repositoryRules: Pick<ArchiveKind, 'shapes' | 'check'> = {
  shapes: { uri, options, displayName: repositoryName, version: countable },
  check: (record) => faultIn(checkClasses(rawOf(record))) ?? faultIn(checkOptions(rawOf(record), record.subClass)),
};
