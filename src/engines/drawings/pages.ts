import { type Engine, EngineFailure } from '../engine.ts';
import type { PagesParams, PagesResult } from './params.ts';
import { openPdf } from './read/pdf-file.ts';

const mostPages = 10_000;

/** How many sheets a file has. */
export const countPages: Engine<PagesParams, PagesResult> = async ({ input, format }) => {
  if (format !== 'pdf') return { pages: 1 };
  const document = await openPdf(input, 'E101');
  try {
    if (document.numPages < 1) throw new EngineFailure('E102', 'The PDF has no pages.');
    if (document.numPages > mostPages) throw new EngineFailure('E107', `The PDF has more than ${mostPages} pages.`);
    return { pages: document.numPages };
  } finally {
    await document.loadingTask.destroy();
  }
};
