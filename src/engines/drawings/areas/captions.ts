import type { SheetInfo } from '../prediction.ts';

/*
 * What title blocks and tables call things, in English, German, French, Norwegian, Spanish, Italian and Dutch. Compared
 * without case, accents and marks.
 */

export type Caption = Exclude<keyof SheetInfo, 'textIds' | 'confidence' | 'revisions'>;

const spoken: Readonly<Record<Caption, string>> = {
  title:
    'title, drawing title, sheet title, title of drawing, description, benennung, titel, zeichnungstitel, bezeichnung, titre, désignation, tittel, tegningstittel, título, titulo, denominación, titolo, denominazione, benaming, tekeningtitel, omschrijving',
  number:
    'drawing number, drawing no, dwg no, dwg number, drg no, document number, document no, doc no, number, zeichnungsnummer, zeichnungs-nr, zeichn-nr, zeichnung nr, dokumentnummer, dokument-nr, n° de plan, numéro de plan, no de plan, plan n°, numéro, numéro du document, tegningsnummer, tegning nr, tegn nr, dokumentnr, n.º de plano, número de plano, plano n°, número de documento, numero disegno, disegno n, numero documento, tekeningnummer, tekening nr, documentnummer',
  revision:
    'rev, revision, rev no, issue, index, rév, révision, indice, änd, änderung, revisjon, revisión, revisione, revisie, wijziging',
  sheet: 'sheet, sheet no, page, blatt, seite, feuille, folio, ark, blad, side, hoja, foglio, pagina, página',
  size: 'size, paper size, format, formaat, formato, størrelse',
  project:
    'project, project name, plant, projekt, projektname, anlage, projet, affaire, prosjekt, anlegg, proyecto, planta, progetto, impianto, project naam, installatie',
  date: 'date, datum, dato, fecha, data',
  scale: 'scale, maßstab, massstab, échelle, målestokk, escala, scala, schaal',
};

/** Captions that are none of a sheet's own, and yet say that a lattice is a title block. */
const others =
  'drawn, drawn by, checked, approved, chk, appr, gez, gepr, freig, gezeichnet, geprüft, freigegeben, bearb, norm, dessiné, vérifié, approuvé, tegnet, kontrollert, godkjent, dibujado, revisado, aprobado, disegnato, controllato, approvato, getekend, gecontroleerd, goedgekeurd, client, kunde, contractor, company';

/** Letters and digits without accents, in small letters. */
export const spokenKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const keys = (list: string): string[] => list.split(', ').map(spokenKey);
const captions = new Map(
  Object.entries(spoken).flatMap(([name, list]) => keys(list).map((key) => [key, name] as const)),
);
const otherCaptions = new Set(keys(others));

const isCaptionName = (name: string | undefined): name is Caption => name !== undefined && name in spoken;

/** What a text is the caption of; undefined of other texts. */
export function captionOf(text: string): Caption | undefined {
  const name = captions.get(spokenKey(text));
  return isCaptionName(name) ? name : undefined;
}
export const isCaption = (text: string): boolean => captionOf(text) !== undefined || otherCaptions.has(spokenKey(text));

const headings = {
  notes: new Set(
    keys(
      'notes, note, general notes, hinweise, anmerkungen, bemerkungen, remarques, nota, notas, merknader, notater, note generali, opmerkingen, notities, observaciones',
    ),
  ),
  legend: new Set(
    keys(
      'legend, legende, légende, symbols, symbol legend, zeichenerklärung, symbolerklärung, symbole, symboles, tegnforklaring, symboler, leyenda, símbolos, simbología, legenda, simboli, symbolen, verklaring',
    ),
  ),
};
export const isHeading = (text: string, of: keyof typeof headings): boolean => headings[of].has(spokenKey(text));
