import { listedSystem } from '../listed.ts';
import type { Vertical } from '../model.ts';
import type { KeyValues } from '../read/geo-keys.ts';
import { verticalMatch } from '../register/match.ts';
import { lengthUnit, type Unit, unitOfCode } from '../units.ts';

/** What heights are: a listed system, and the unit that stands beside it, which holds. */
export function verticalOfKeys({ number, code, text }: KeyValues): Vertical | undefined {
  const system = code(4096);
  const unit = unitOf(number(4099));
  if (system === undefined && unit === undefined) return undefined;
  const listed = system === undefined ? undefined : listedSystem(system)?.model.vertical;
  if (listed !== undefined) return unit === undefined ? listed : inUnit(listed, unit);
  const name = text(4097).split('|')[0]?.trim() || (system === undefined ? 'height' : `EPSG:${system}`);
  return {
    name,
    datum: 'unknown',
    ...(system === undefined ? {} : { code: `EPSG:${system}` }),
    ...(unit === undefined ? {} : { unit }),
  };
}

function unitOf(value: number | undefined): Unit | undefined {
  const found = value === undefined ? undefined : unitOfCode(value);
  return found?.toMetre === null ? undefined : found;
}

/** The same heights in another unit: a listed system, where there is one. */
export function inUnit(vertical: Vertical, unit: Unit): Vertical {
  const { toMetre } = vertical.unit ?? {};
  if (toMetre === unit.toMetre || lengthUnit(unit.toMetre ?? 0) === undefined) return vertical;
  const { code: _, ...rest } = vertical;
  const other: Vertical = { ...rest, unit };
  const listed = vertical.datum === 'unknown' ? undefined : verticalMatch(other);
  return listedSystem(listed?.code ?? 0)?.model.vertical ?? { ...other, name: `${vertical.name} (${unit.name})` };
}
