import type { Chance } from '../../../../../test/support/chance.ts';
import type { Style } from './style.ts';

const letters: Readonly<Record<string, readonly [plain: string, system: string, din: string]>> = {
  VESSEL: ['V', 'VA', 'B'],
  PUMP: ['P', 'PA', 'P'],
  HEAT_EXCHANGER: ['E', 'HA', 'W'],
  COMPRESSOR: ['K', 'KA', 'V'],
  FILTER: ['F', 'CB', 'F'],
  CONTROL_VALVE: ['CV', 'XV', 'RV'],
};
const padded = (n: number, digits: number): string => String(n).padStart(digits, '0');

/** Tags, line numbers and names of other sheets by the grammar of a style, each once. */
export function tagMaker({ tags }: Style, dice: Chance) {
  let count = dice.whole(1, 40);
  const unit = dice.whole(1, 9);
  const system = String(dice.whole(20, 69));
  return {
    /** The lines of a tag as they are written, and the tag. */
    of(name: string): { readonly lines: readonly string[]; readonly tag: string } {
      const [plain, long, din] = letters[name] ?? ['HV', 'HV', 'H'];
      const n = ++count;
      if (tags === 'plain') return whole(`${plain}-${unit * 100 + n}`);
      if (tags === 'din') return whole(`${din}${unit}${padded(n, 3)}`);
      const rest = `${long}${padded(n, 4)}`;
      const tag = `${system}${rest}`;
      return dice.happens(0.3) ? { lines: [system, rest], tag } : whole(tag);
    },
    line(): string {
      const n = ++count;
      if (tags === 'plain')
        return `${dice.pick([2, 4, 6])}"-${dice.pick(['CW', 'ST', 'N2'])}-${unit}${padded(n, 3)}-A1`;
      if (tags === 'din') return `DN${dice.pick([50, 80])}-${dice.pick(['KW', 'D'])}-${unit}${padded(n, 4)}-PN16`;
      return `${system}L${padded(n, 5)}A-${padded(dice.pick([200, 600]), 4)}GF-DS200`;
    },
    sheet: (): string => `${dice.whole(1000, 9999)}-PID-${padded(++count, 4)}`,
    /** Tags of the instruments of one loop. */
    loop() {
      const n = ++count;
      const number = tags === 'system' ? padded(n, 4) : String(unit * 100 + n);
      return {
        of: (what: string) => ({
          letters: what,
          number,
          before: tags === 'system' ? system : undefined,
          tag: tags === 'system' ? `${system}-${what}-${number}` : `${what}-${number}`,
        }),
      };
    },
  };
}

const whole = (tag: string) => ({ lines: [tag], tag });
