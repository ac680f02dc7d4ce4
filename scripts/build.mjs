// @ts-check
/** `npm run build`: the app into dist/, the local service into build/service/. */
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { clearStamp, fingerprint, writeStamp } from './build-stamp.mjs'
import { root } from './checkout.mjs'
import { findCycles } from './import-cycles.mjs'
import { PlainFailure, messageOf, runMain } from './plain-failure.mjs'
import { ensureInstalled, ensureNode } from './setup.mjs'

await runMain(async () => {
  ensureNode()
  ensureInstalled()
  const started = Date.now()
  const made = fingerprint()
  clearStamp()
  await buildApp()
  await bundle('vite.service.config.ts')
  writeStamp(made)
  console.log(`Built dist/ and build/service/ in ${((Date.now() - started) / 1000).toFixed(1)} s`)
})

async function buildApp() {
  await bundle('vite.config.ts')
  // Vite's list of chunks is for the bundle bench, not for the web.
  mkdirSync(path.join(root, 'build'), { recursive: true })
  renameSync(path.join(root, 'dist/.vite/manifest.json'), path.join(root, 'build/manifest.json'))
  rmSync(path.join(root, 'dist/.vite'), { recursive: true })

  const cycle = chunkCycle()
  if (cycle !== undefined)
    throw new PlainFailure(`Build failed: files import in a circle: ${cycle}`)

  const { integrityProblems } = await import('./import-map-integrity.mjs')
  const problems = integrityProblems(path.join(root, 'dist'))
  if (problems.length > 0) throw new PlainFailure(`Build failed: ${problems.join('; ')}`)
}

/**
 * A circle of scripts through `core`, as text. The classes of the schema library are in that one: who is
 * evaluated before it finds none of them, and no area can be loaded.
 */
function chunkCycle() {
  /** @type {Record<string, { imports?: string[] }>} */
  const manifest = JSON.parse(readFileSync(path.join(root, 'build/manifest.json'), 'utf8'))
  const graph = new Map(
    Object.entries(manifest).map(([name, { imports = [] }]) => [
      name,
      new Map(imports.map((target) => [target, 1])),
    ]),
  )
  return findCycles(graph)
    .find((cycle) => cycle.some((name) => name.startsWith('_core-')))
    ?.join(' → ')
}

/** @param {string} config file name in the checkout */
async function bundle(config) {
  // Left to the environment, NODE_ENV=development would ship React's development build.
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vite')
  try {
    await build({ root, configFile: path.join(root, config), logLevel: 'warn' })
  } catch (error) {
    const reason = stripVTControlCharacters(messageOf(error)).replace(/^Build failed with /, '')
    throw new PlainFailure(`Build failed: ${reason}`)
  }
}
