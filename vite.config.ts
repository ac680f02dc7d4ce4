import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { beforeApp } from './scripts/before-app.mjs'
import { chunkGroups, isWithFirstResponse, workerGroups } from './scripts/first-screen.mjs'
import { importMapIntegrity, WORKER_CHUNKS } from './scripts/import-map-integrity.mjs'
import { plainIcons } from './scripts/plain-icons.mjs'
import { splitStyles } from './scripts/split-styles.mjs'

/** The app: `vite build` into dist/, and the dev server that scripts/dev.mjs starts. */
export default defineConfig(({ command, mode }) => ({
  // The first is for `npm run dev` alone: components change without a reload.
  plugins: [
    command === 'serve' && react(),
    beforeApp(),
    splitStyles(),
    tailwindcss(),
    plainIcons(),
    importMapIntegrity(),
  ],
  server: { host: '127.0.0.1', port: 5173, strictPort: true },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    manifest: true,
    // The policy allows no inline code, so nothing may be inlined or polyfilled into the page.
    assetsInlineLimit: 0,
    // The page would carry the name of every file a second time: once the import map has them all. So only
    // what a first response waits for is asked for together with what imports it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files) =>
        files.filter((one) => one.endsWith('.css') || isWithFirstResponse(one, file)),
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups(mode === 'static') } },
      // Libraries that servers render too mark what is the browser's; here everything is.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
    },
  },
  worker: {
    format: 'es',
    // What only workers import has a folder of its own: import maps do not reach it.
    rolldownOptions: {
      output: {
        chunkFileNames: `assets/${WORKER_CHUNKS}/[name]-[hash].js`,
        codeSplitting: { groups: workerGroups() },
      },
    },
  },
}))
