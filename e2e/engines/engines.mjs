// @ts-check
/**
 * `npm run engines`: the smoke set in Chromium, Firefox and WebKit. An engine that is not on this machine and cannot be
 * installed is skipped, which the summary says. `npm run engines -- firefox` runs one of them.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

import { ensureBrowser } from '../../scripts/browser.mjs'
import { root, serviceEntry } from '../../scripts/checkout.mjs'
import { PlainFailure, messageOf, runMain } from '../../scripts/plain-failure.mjs'
import { aptInstall, programPaths } from '../../scripts/programs.mjs'
import { runService } from '../../scripts/run-service.mjs'
import { setUp } from '../../scripts/setup.mjs'
import { startStaticHost } from '../support/static-server.mjs'
import { openChromium } from './chromium.mjs'
import { openFirefox } from './firefox.mjs'
import { createPerson } from './person.mjs'
import { scenarios } from './scenarios.mjs'
import { openWebKit } from './webkit.mjs'

/** What has to be there for an engine, and the Debian packages that bring it. */
const engines = [
  { name: 'chromium', open: openChromium, programs: [], packages: [] },
  { name: 'firefox', open: openFirefox, programs: ['firefox-esr'], packages: ['firefox-esr'] },
  {
    name: 'webkit',
    open: openWebKit,
    programs: ['WebKitWebDriver', 'xvfb-run'],
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  },
]

/** @typedef {(typeof engines)[number]} Engine */

await runMain(async () => {
  await setUp()
  const [only] = process.argv.slice(2)
  const chosen = engines.filter(({ name }) => only === undefined || name === only)
  if (chosen.some(({ name }) => name === 'chromium')) await ensureBrowser()
  const missing = chosen.filter(isMissing).flatMap(({ packages }) => packages)
  if (missing.length > 0) aptInstall(...missing)
  buildStatic()
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const engine of chosen)
    for (const scenario of scenarios) {
      const outcome = await runScenario(engine, scenario)
      count[outcome] += 1
    }
  console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  process.exit(count.failed === 0 ? 0 : 1)
})

/**
 * Runs a scenario in a browser and against a server of its own.
 * @param {Engine} engine @param {(typeof scenarios)[number]} scenario
 * @returns {Promise<'passed' | 'failed' | 'skipped'>}
 */
async function runScenario({ name, open, packages }, { title, isStatic = false, run }) {
  let log = ''
  const onLog = (/** @type {string} */ text) => {
    log += text
  }
  /** @type {() => Promise<void>} */
  let stop = async () => {}
  try {
    const site = await (isStatic ? startStaticHost() : startService(onLog))
    let isRunning = true
    stop = async () => {
      if (isRunning) await site.stop()
      isRunning = false
    }
    const tab = await open()
    if (tab === undefined) {
      console.log(`SKIPPED ${name}: ${title} (missing: ${packages.join(', ')})`)
      return 'skipped'
    }
    try {
      const person = createPerson(tab)
      await run(person, site.appUrl, stop)
      const faults = await person.faults()
      if (faults.length > 0) throw new Error(faults.join('\n'))
      console.log(`passed ${tab.version}: ${title}`)
      return 'passed'
    } finally {
      await tab.close()
    }
  } catch (error) {
    console.log(`FAILED ${name}: ${title}\n  ${messageOf(error)}\n${log}`)
    return 'failed'
  } finally {
    await stop()
  }
}

/** @param {(text: string) => void} onLog */
async function startService(onLog) {
  const flags = ['--memory', '--port', '0', '--rate', '1000']
  const { ready, stop } = await runService(flags, serviceEntry, onLog)
  return { appUrl: ready.appUrl, stop }
}

function buildStatic() {
  const build = path.join(root, 'scripts/build.mjs')
  const { status } = spawnSync(process.execPath, [build, '--static', '--base', 'playground'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new PlainFailure('The static app could not be built.')
}

/** @param {Engine} engine */
function isMissing({ programs }) {
  return programs.some((program) => programPaths(program).length === 0)
}
