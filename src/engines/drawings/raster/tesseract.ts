import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/*
 * The OCR library, used without the wrapper that starts workers and fetches language data: program and data are files of
 * packages, and nothing else is ever read.
 */

interface Api {
  Init(folder: string, language: string, engine: number): number;
  SetPageSegMode(mode: number): void;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  GetUTF8Text(): string;
  MeanTextConf(): number;
  End(): void;
}

interface Core {
  readonly FS: { writeFile(name: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => Api;
}

type StartCore = (options: {
  readonly wasmBinary: Uint8Array;
  print(text: string): void;
  printErr(text: string): void;
}) => Promise<Core>;

const require = createRequire(import.meta.url);
const program = 'tesseract.js-core/tesseract-core-simd-lstm';
const data = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';
const singleLine = 7;
/** The picture is upright as it is. */
const uprightExif = 1;

export interface Reading {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Reads lines of text in small pictures. */
export interface LineReader {
  /** `letters`: which there may be; all without it. */
  read(png: Uint8Array, letters?: string): Reading;
  end(): void;
}

export async function openLineReader(): Promise<LineReader> {
  const start: StartCore = require(`${program}.js`);
  const quiet = () => {};
  const core = await start({
    wasmBinary: await readFile(require.resolve(`${program}.wasm`)),
    print: quiet,
    printErr: quiet,
  });
  core.FS.writeFile('eng.traineddata', await promisify(gunzip)(await readFile(require.resolve(data))));
  const api = new core.TessBaseAPI();
  if (api.Init('.', 'eng', 1) !== 0) throw new Error('The OCR library could not be started.');
  api.SetPageSegMode(singleLine);
  return {
    read(png, letters = '') {
      api.SetVariable('tessedit_char_whitelist', letters);
      core.FS.writeFile('/input', png);
      api.SetImageFile(uprightExif, 0);
      api.Recognize(null);
      return {
        text: api.GetUTF8Text().replaceAll(/\s+/g, ' ').trim(),
        confidence: Math.max(0, api.MeanTextConf()) / 100,
      };
    },
    end: () => api.End(),
  };
}
