// @ts-check
/**
 * `npm run build`: the app into dist/, the local service into build/service/; with `--static` the app
 * for any web server into dist-static/.
 */
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'

import { clearStamp, fingerprint, writeStamp } from './build-stamp.mjs'
import { root } from './checkout.mjs'
import { findCycles } from './import-cycles.mjs'
import { ensurePart } from './install/install-part.mjs'
import { packageOf, partOf } from './install/parts.mjs'
import { PlainFailure, messageOf, runMain } from './plain-failure.mjs'
import { ensureNode } from './setup.mjs'

await runMain(async () => {
  ensureNode()
  await ensurePart('app')
  const { values } = parseArgs({
    options: { static: { type: 'boolean' }, base: { type: 'string' }, connect: { type: 'string' } },
  })
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`
  if (values.static) {
    const base = await buildStatic(values)
    console.log(`Built dist-static/ for ${base} in ${seconds()}`)
    return
  }
  const made = fingerprint()
  clearStamp()
  await buildApp()
  // What is installed later can't be found yet, and is left outside like every package.
  const isLater = (/** @type {string} */ id) => partOf(packageOf(id)) !== 'app'
  await bundle('vite.service.config.ts', { build: { rolldownOptions: { external: isLater } } })
  writeStamp(made)
  console.log(`Built dist/ and build/service/ in ${seconds()}`)
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

  await checkIntegrity('dist', '/')
  await drawShell('dist', '/')
  await buildServiceWorker('dist', '/')
}

/** @param {{ base?: string, connect?: string }} values @returns {Promise<string>} the path it is for */
async function buildStatic(values) {
  const { finishStaticBuild, readBase, REACHABLE_ORIGINS, STATIC_FOLDER } =
    await import('./static/static-build.mjs')
  const base = readBase(values.base ?? '')
  // The page knows by the mode that no service serves it.
  await bundle('vite.config.ts', { base, mode: 'static', build: { outDir: STATIC_FOLDER } })
  await checkIntegrity(STATIC_FOLDER, base)
  await drawShell(STATIC_FOLDER, base)
  await finishStaticBuild(base, values.connect ?? REACHABLE_ORIGINS)
  await buildServiceWorker(STATIC_FOLDER, base)
  return base
}

/** @param {string} folder of a built app, in the checkout @param {string} base */
async function drawShell(folder, base) {
  const { prerenderShell } = await import('./prerender-shell.mjs')
  await prerenderShell(folder, base)
}

/** @param {string} folder of a built app, in the checkout @param {string} base */
async function buildServiceWorker(folder, base) {
  const worker = await import('./service-worker.mjs')
  await worker.buildServiceWorker(folder, base)
}

/** @param {string} folder of a built app, in the checkout @param {string} base */
async function checkIntegrity(folder, base) {
  const { integrityProblems } = await import('./import-map-integrity.mjs')
  const problems = integrityProblems(path.join(root, folder), base)
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

/** @param {string} config file name in the checkout @param {import('vite').InlineConfig} [more] */
async function bundle(config, more) {
  // Left to the environment, NODE_ENV=development would ship React's development build.
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vite')
  try {
    await build({ root, configFile: path.join(root, config), logLevel: 'warn', ...more })
  } catch (error) {
    const reason = stripVTControlCharacters(messageOf(error)).replace(/^Build failed with /, '')
    throw new PlainFailure(`Build failed: ${reason}`)
  }
}
