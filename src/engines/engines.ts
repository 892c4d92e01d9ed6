import type { Engine } from './engine.ts';

/** Engines by name, loaded when they are needed: only the process that runs one pays for it. */
export type EngineTable = Readonly<Record<string, () => Promise<Engine<never, unknown>>>>;

/** What an engine of a table takes and gives. */
export type ParamsOf<T extends EngineTable, N extends keyof T> = Parameters<Awaited<ReturnType<T[N]>>>[0];
export type ResultOf<T extends EngineTable, N extends keyof T> = Awaited<ReturnType<Awaited<ReturnType<T[N]>>>>;

/** All engines of the program. */
export const engines = {
  ifc: async () => (await import('./ifc/ifc.ts')).importIfc,
  compare: async () => (await import('./compare/compare.ts')).compareSnapshots,
  carbon: async () => (await import('./carbon/carbon.ts')).calculateCarbon,
  workbook: async () => (await import('./workbook/workbook.ts')).readWorkbook,
  pdf: async () => (await import('./pdf/pdf.ts')).writePdf,
  preview: async () => (await import('./preview/preview.ts')).makePreview,
  carbonMaterials: async () => (await import('./carbon/materials.ts')).listMaterials,
  epds: async () => (await import('./carbon/import/epds.ts')).importDeclarations,
  tiles: async () => (await import('./tiles/tiles.ts')).exportTiles,
} satisfies EngineTable;

export type Engines = typeof engines;
