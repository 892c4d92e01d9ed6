import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { systems } from './systems.ts';

/** Libraries that only pages need which few visit: they load with them. */
const late = [
  ...['pdfjs-dist', '@noble', 'client-zip', 'three/', '3d-tiles-renderer', 'camera-controls'],
  ...['@tanstack/react-virtual', '@tanstack/virtual-core', 'proj4', 'mgrs', 'wkt-parser'],
  ...['exifreader', 'csv-parse', 'fast-xml', 'is-unsafe', 'strnum', 'xml-naming', '@nodable', 'path-expression'],
  ...['fast-png', 'fflate', 'iobuffer'],
];

/** The build that the server serves at /console: two pages, everything else in files named by their content. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  html: { cspNonce: '%NONCE%' },
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
  plugins: [react(), systems(), compressed()],
  build: {
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // with light-dark(): what is put in its place follows the system
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: {
      experimental: { lazyBarrel: true }, // of thousands of icons only those are read that are used
      checks: { largeBarrelModules: false, bundlerTimings: false },
      input: ['index.html', 'silent.html'].map((page) => join(import.meta.dirname, page)),
      // Few files: libraries and shared parts in one each, instead of one per module that two pages share.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: new RegExp(`node_modules/(?!${late.join('|')})`) },
            { name: 'shared', test: /console[\\/]src[\\/](platform|ui)[\\/][^\\/]+$/ },
          ],
        },
      },
    },
  },
});
