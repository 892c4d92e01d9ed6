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
  workbookWriter: async () => (await import('./workbook/write.ts')).writeWorkbook,
  bcfReader: async () => (await import('./bcf/read.ts')).readBcf,
  bcfWriter: async () => (await import('./bcf/write.ts')).writeBcf,
  pdf: async () => (await import('./pdf/pdf.ts')).writePdf,
  pictures: async () => (await import('./pictures/pictures.ts')).makeCopies,
  preview: async () => (await import('./preview/preview.ts')).makePreview,
  archiveCheck: async () => (await import('./archive/check.ts')).checkArchive,
  archiveReferences: async () => (await import('./archive/references.ts')).findDangling,
  catalogArchive: async () => (await import('./catalog-archive/unpack.ts')).unpackCatalog,
  carbonMaterials: async () => (await import('./carbon/materials.ts')).listMaterials,
  carbonComparison: async () => (await import('./carbon/comparison.ts')).compareResults,
  epds: async () => (await import('./carbon/import/epds.ts')).importDeclarations,
  modelTables: async () => (await import('./tables/model.ts')).writeModelTables,
  fileTables: async () => (await import('./tables/files.ts')).writeFileTables,
  queryTables: async () => (await import('./tables/query.ts')).queryTables,
  orderIndex: async () => (await import('./tables/order-index.ts')).makeOrderIndex,
  databaseTables: async () => (await import('./external-system/tables.ts')).readDatabaseTables,
  databasePage: async () => (await import('./external-system/page.ts')).readDatabasePage,
  serviceStatus: async () => (await import('./external-system/service.ts')).readServiceStatus,
  sourcePage: async () => (await import('./external-system/source-page.ts')).readSourcePage,
  sourceRows: async () => (await import('./external-system/source-rows.ts')).writeSourceRows,
  drawing: async () => (await import('./drawings/drawing.ts')).recogniseDrawing,
  drawingExports: async () => (await import('./drawings/export/exports.ts')).exportSheets,
  drawingLearn: async () => (await import('./drawings/learn/learn.ts')).learnSymbols,
  drawingTrial: async () => (await import('./drawings/learn/trial.ts')).tryOut,
  drawingPages: async () => (await import('./drawings/pages.ts')).countPages,
  tiles: async () => (await import('./tiles/tiles.ts')).exportTiles,
  conversion: async () => (await import('./convert.ts')).convert,
  photogrammetry: async () => (await import('./photogrammetry/photogrammetry.ts')).photogrammetry,
  analysis: async () => (await import('./reality-analysis/analysis.ts')).analyse,
  detector: async () => (await import('./reality-analysis/check-detector.ts')).checkDetector,
  detectorProposals: async () => (await import('./reality-analysis/check-detector.ts')).proposeDescriptions,
} satisfies EngineTable;

export type Engines = typeof engines;
