import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'

/** A bundle of the service for the tests of one file, and a folder that is theirs. */
export interface BuiltService {
  /** The file that Node runs. */
  entry: () => string
  /** A home for data, removed afterwards. */
  folder: () => string
}

/** Builds the service once for the tests of a file that start it as a process of its own. */
export function builtService(): BuiltService {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  let bundle = ''
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'built-service-'))
    // Inside node_modules, so that the bundle finds its packages.
    bundle = mkdtempSync(join(root, 'node_modules', '.built-service-'))
    await build({
      root,
      configFile: join(root, 'vite.service.config.ts'),
      logLevel: 'error',
      build: { outDir: bundle, emptyOutDir: true },
    })
  }, 60_000)
  afterAll(() => {
    rmSync(bundle, { recursive: true })
    rmSync(folder, { recursive: true })
  })
  return { entry: () => join(bundle, 'main.mjs'), folder: () => folder }
}
