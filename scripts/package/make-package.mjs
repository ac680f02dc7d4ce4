// @ts-check
/**
 * `npm run package [-- --release TAG]`: the publishable package in dist-package/, which starts without a
 * clone and without a build. The checkout itself stays private.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { build } from 'vite'

import { root } from '../checkout.mjs'
import { PlainFailure, runMain } from '../plain-failure.mjs'
import { ensureBuilt, ensureInstalled } from '../setup.mjs'
import { packageManifest, releaseProblem } from './manifest.mjs'

const FOLDER = path.join(root, 'dist-package')

/** What has a native part is installed with the package; everything else is in its bundle. */
const NATIVE = [/^(?:libsql|sharp)$/, /^litesvm-/]

/** From the checkout, and where in the package. */
const FILES = {
  dist: 'dist',
  LICENSE: 'LICENSE',
  'CHANGELOG.md': 'CHANGELOG.md',
  'src/fonts/OFL.txt': 'licenses/Inter-OFL.txt',
  'scripts/end-with-npm.mjs': 'scripts/end-with-npm.mjs',
  'scripts/opener.mjs': 'scripts/opener.mjs',
  'scripts/package/bin.mjs': 'scripts/package/bin.mjs',
  'scripts/package/README.md': 'README.md',
}

await runMain(async () => {
  const { values } = parseArgs({ options: { release: { type: 'string' } } })
  const manifest = JSON.parse(read('package.json'))
  const problem =
    values.release && releaseProblem(values.release, manifest.version, read('CHANGELOG.md'))
  if (problem) throw new PlainFailure(problem)

  await ensureInstalled()
  ensureBuilt()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  process.env['NODE_ENV'] = 'production'
  await build({
    root,
    configFile: path.join(root, 'vite.service.config.ts'),
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      outDir: path.join(FOLDER, 'build/service'),
      license: { fileName: 'licenses.md' },
      rolldownOptions: { external: NATIVE },
    },
  })
  for (const [from, to] of Object.entries(FILES))
    cpSync(path.join(root, from), path.join(FOLDER, to), { recursive: true })
  const made = packageManifest(manifest, JSON.parse(read('package-lock.json')))
  writeFileSync(path.join(FOLDER, 'package.json'), `${JSON.stringify(made, null, 2)}\n`)
  console.log(`Made dist-package/ of version ${manifest.version}`)
})

/** @param {string} file */
function read(file) {
  return readFileSync(path.join(root, file), 'utf8')
}
