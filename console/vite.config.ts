import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';

/** The build that the server serves at /console: two pages, everything else in files named by their content. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  html: { cspNonce: '%NONCE%' },
  plugins: [react(), compressed()],
  build: {
    target: 'es2024',
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['console/index.html', 'console/silent.html'].map(
        (file) => new URL(`../${file}`, import.meta.url).pathname,
      ),
    },
  },
});
