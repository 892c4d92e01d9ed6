import { type Chance, chanceOf } from '../../../../../test/support/chance.ts';

/** What companies draw each in their own way; millimetres. */
export interface Style {
  readonly norm: 'isa' | 'iso' | 'norsok';
  readonly pipe: number;
  readonly thin: number;
  readonly bubble: number;
  /** Half the length and half the height of a valve. */
  readonly valve: readonly [number, number];
  readonly text: number;
  readonly tags: 'plain' | 'system' | 'din';
  readonly blocks: 'left' | 'right' | 'bottom';
  readonly words: Words;
  readonly big: boolean;
  /** Every part of the sheet besides the plant can be left out. */
  readonly without: readonly ('frame' | 'title' | 'revisions' | 'notes' | 'legend' | 'table')[];
}

export interface Words {
  readonly title: string;
  readonly number: string;
  readonly revision: string;
  readonly sheet: string;
  readonly date: string;
  readonly scale: string;
  readonly project: string;
  readonly notes: string;
  readonly legend: string;
  readonly titles: readonly string[];
  readonly note: readonly string[];
}

const words: readonly Words[] = [
  {
    title: 'TITLE',
    number: 'DRAWING NO.',
    revision: 'REV.',
    sheet: 'SHEET',
    date: 'DATE',
    scale: 'SCALE',
    project: 'PROJECT',
    notes: 'NOTES',
    legend: 'LEGEND',
    titles: ['STEAM CONDENSATE RETURN', 'ACID UNLOADING', 'NITROGEN SUPPLY'],
    note: ['VENTS AND DRAINS ARE 3/4 INCH UNLESS NOTED.', 'FAIL POSITIONS TO BE CONFIRMED.', 'SLOPE 1:100.'],
  },
  {
    title: 'TITRE',
    number: 'N° DE PLAN',
    revision: 'RÉV.',
    sheet: 'FEUILLE',
    date: 'DATE',
    scale: 'ÉCHELLE',
    project: 'PROJET',
    notes: 'NOTES',
    legend: 'LÉGENDE',
    titles: ['EAU DE REFROIDISSEMENT', 'STOCKAGE DE SOUDE'],
    note: ['ROBINETS PLACÉS AU POINT BAS.', 'À CONFIRMER PAR LE FOURNISSEUR.', 'TRACÉ INDICATIF.'],
  },
  {
    title: 'TÍTULO',
    number: 'N.º DE PLANO',
    revision: 'REV.',
    sheet: 'HOJA',
    date: 'FECHA',
    scale: 'ESCALA',
    project: 'PROYECTO',
    notes: 'NOTAS',
    legend: 'LEYENDA',
    titles: ['SISTEMA DE VAPOR', 'TRATAMIENTO DE AGUA'],
    note: ['VÁLVULAS ACCESIBLES DESDE EL SUELO.', 'SEGÚN NORMA DE LA PLANTA.', 'POR CONFIRMAR.'],
  },
  {
    title: 'BENENNUNG',
    number: 'ZEICHN.-NR.',
    revision: 'REV.',
    sheet: 'BLATT',
    date: 'DATUM',
    scale: 'MASSSTAB',
    project: 'PROJEKT',
    notes: 'HINWEISE',
    legend: 'LEGENDE',
    titles: ['KESSELSPEISEWASSER', 'LÖSUNGSMITTELLAGER'],
    note: ['ARMATUREN VOM BODEN BEDIENBAR.', 'GEFÄLLE BEACHTEN.', 'DURCH LIEFERANT ZU BESTÄTIGEN.'],
  },
];

/** A style for each seed: norm, proportions, language and where the blocks stand are drawn by lot. */
export function styleOf(seed: number): { readonly style: Style; readonly dice: Chance } {
  const dice = chanceOf(seed * 31 + 7);
  const long = dice.between(2.4, 4.6);
  const parts = ['frame', 'title', 'revisions', 'notes', 'legend', 'table'] as const;
  const style: Style = {
    norm: dice.pick(['isa', 'iso', 'norsok']),
    pipe: dice.between(0.45, 0.9),
    thin: dice.between(0.18, 0.3),
    bubble: dice.between(9, 13),
    valve: [long, long * dice.between(0.45, 0.65)],
    text: dice.between(1.8, 2.4),
    tags: dice.pick(['plain', 'system', 'din']),
    blocks: dice.pick(['left', 'right', 'bottom']),
    words: dice.pick(words),
    big: dice.happens(0.4),
    without: dice.happens(0.25) ? [dice.pick(parts)] : [],
  };
  return { style, dice };
}
