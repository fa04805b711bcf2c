import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    // bench/web.ts reads what belongs to which screen.
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    // All styles are small enough to come with the page.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // What the first screen needs comes in one file, and what several other screens share in another: each file is a
        // request, and a cold list of monitors may make eight.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: /web\/src\/|@tanstack/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/app': 'http://127.0.0.1:8080', '/auth': 'http://127.0.0.1:8080' },
  },
})
