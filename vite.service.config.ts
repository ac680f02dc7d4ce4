import { readdirSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from 'vite'

/**
 * The local service as plain JavaScript in one flat folder, because Node 20 cannot run TypeScript;
 * packages stay in node_modules, but for the one of many files of which little is used: reading them
 * would be a sixth of a start. Thread entries (`worker.ts`, `x-worker.ts`) become files of their
 * own under their own name, so that `new URL('./x-worker.mjs', import.meta.url)` finds them.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ['zod'] },
  build: {
    ssr: true,
    outDir: 'build/service',
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: { main: 'service/node/main.ts', ...threadEntries() },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
})

function threadEntries(): Record<string, string> {
  const files = readdirSync('service', { recursive: true, encoding: 'utf8' })
  const threads = files.filter((file) => /(?:^|[\\/-])worker\.ts$/.test(file))
  return Object.fromEntries(threads.map((file) => [path.basename(file, '.ts'), `service/${file}`]))
}
