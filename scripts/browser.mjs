// @ts-check
/**
 * Finds, or fetches, a Chromium that really launches here; the answer is kept for the next run. Tests
 * take the shell of it where there is one: the same engine without windows and what stands around a page.
 * A path that exists proves nothing (it may be a stub for a snap, or lack shared libraries), so a
 * candidate counts only once it has shown a page.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { chromium } from 'playwright'

import { root } from './checkout.mjs'
import { npmCommand } from './install/npm.mjs'
import { PlainFailure, messageOf, runMain } from './plain-failure.mjs'
import { aptInstall, canInstall, programPaths } from './programs.mjs'

/**
 * What to give to chromium.launch(). `env` is added to the environment, not put in its place.
 * @typedef {{ executablePath?: string, args: string[], env?: Record<string, string> }} LaunchOptions
 */

/**
 * Part of the launch options that one way of getting a browser needs.
 * @typedef {Partial<LaunchOptions>} Candidate
 */

/** `full` is what people have. @typedef {'full' | 'shell'} Kind */

const SHELL = 'chromium-headless-shell'
const cache = path.join(root, 'node_modules/.cache/playground')
const answerFiles = {
  full: path.join(cache, 'browser.json'),
  shell: path.join(cache, 'browser-shell.json'),
}
const isRoot = process.getuid?.() === 0
const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
const silentNetwork = ['--disable-background-networking', '--disable-component-update']
/**
 * What the browser is told to leave out. It heeds only the last such list, so Playwright's own, which
 * keeps requests as the page made them and starts quiet, is repeated here.
 */
const leftOut = [
  // Two pages of the address bar, loaded for each window: a third of what a short test costs.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Playwright's.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
const baseArgs = [
  ...quiet,
  ...silentNetwork,
  `--disable-features=${leftOut.join(',')}`,
  ...(isRoot ? ['--no-sandbox'] : []),
]

/**
 * For Playwright: the browser found by an earlier ensureBrowser(), of the other kind where only that was
 * asked for, else Playwright's own.
 * @param {Kind} [kind]
 * @returns {LaunchOptions}
 */
export function launchOptions(kind = 'full') {
  return complete(readAnswer(kind) ?? readAnswer(kind === 'full' ? 'shell' : 'full') ?? {})
}

/** Makes sure that launchOptions() names a browser that works; says which. @param {Kind} [kind] */
export async function ensureBrowser(kind = 'full') {
  const known = process.env['PLAYGROUND_BROWSER'] ? undefined : readAnswer(kind)
  if (known && (await launch(known))) return
  for await (const found of candidates(kind)) {
    // Containers without user namespaces run Chromium only unsandboxed.
    const unsandboxed = { ...found, args: [...baseArgs, '--no-sandbox'] }
    for (const candidate of isRoot ? [found] : [found, unsandboxed]) {
      const version = await launch(candidate)
      if (!version) continue
      mkdirSync(cache, { recursive: true })
      writeFileSync(answerFiles[kind], JSON.stringify(candidate))
      console.log(`Browser: ${candidate.executablePath ?? "Playwright's Chromium"} ${version}`)
      return
    }
  }
  throw new PlainFailure(
    'No Chromium could be found or installed for the tests. Install Chrome or Chromium, or set PLAYGROUND_BROWSER to the path of one.',
  )
}

/** @param {Kind} kind @returns {Candidate | undefined} */
function readAnswer(kind) {
  try {
    return JSON.parse(readFileSync(answerFiles[kind], 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {Candidate} candidate @returns {LaunchOptions} */
function complete({ env, ...rest }) {
  const inherited = /** @type {Record<string, string>} */ (process.env)
  return { args: baseArgs, ...rest, ...(env ? { env: { ...inherited, ...env } } : {}) }
}

/**
 * @param {Candidate} candidate
 * @returns {Promise<string | undefined>} its version when it shows a page
 */
async function launch(candidate) {
  try {
    const browser = await chromium.launch({ timeout: 60_000, ...complete(candidate) })
    try {
      const page = await browser.newPage()
      await page.setContent('<h1>ok</h1>')
      return (await page.textContent('h1')) === 'ok' ? browser.version() : undefined
    } finally {
      await browser.close()
    }
  } catch (error) {
    console.log(
      `Not usable: ${candidate.executablePath ?? "Playwright's Chromium"} (${messageOf(error).split('\n')[0]})`,
    )
    return undefined
  }
}

/** Cheapest first; each is tried only when those before it failed. @param {Kind} kind */
async function* candidates(kind) {
  const { PLAYGROUND_BROWSER: chosen } = process.env
  if (chosen) yield { executablePath: chosen }
  // Started without a window it is a shell.
  if (existsSync(chromium.executablePath())) yield {}
  if (kind === 'shell') {
    for (const executablePath of programPaths(SHELL)) yield { executablePath }
    if (aptInstall(SHELL, 'fonts-liberation'))
      for (const executablePath of programPaths(SHELL)) yield { executablePath }
  }
  for (const executablePath of systemBrowsers()) yield { executablePath }

  if (playwright('install', 'chromium')) {
    yield {}
    if (canInstall && playwright('install-deps', 'chromium')) yield {}
  }
  if (aptInstall('chromium', 'fonts-liberation')) {
    for (const executablePath of systemBrowsers()) yield { executablePath }
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const packed = npmChromium()
    if (packed) yield packed
  }
}

/** @returns {string[]} full paths of the Chrome family found on this system */
function systemBrowsers() {
  const { ProgramFiles = '' } = process.env
  /** @type {Partial<Record<string, string[]>>} */
  const places = {
    darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    ),
    win32: [ProgramFiles, `${ProgramFiles} (x86)`].flatMap((folder) => [
      `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
      `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`,
    ]),
    linux: ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser'].flatMap(
      (name) => programPaths(name),
    ),
  }
  return (places[process.platform] ?? []).filter((file) => existsSync(file))
}

/** @param {string[]} args @returns {boolean} whether it succeeded */
function playwright(...args) {
  return run([process.execPath, path.join(root, 'node_modules/playwright/cli.js'), ...args], 5, {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
  })
}

/**
 * A Chromium packed for AWS Lambda: the one browser that npm alone can deliver. It unpacks into
 * the temporary folder, and its shared libraries only where it believes itself to be on Lambda.
 * @returns {Candidate | undefined}
 */
function npmChromium() {
  const folder = path.join(cache, 'npm-chromium')
  const { command } = npmCommand(process.env, process.platform)
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  if (!run([...command, 'install', ...flags, '@sparticuz/chromium@147.0.0'], 10)) return undefined

  const entry = path.join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js')
  const ask = `const { default: c } = await import(${JSON.stringify(pathToFileURL(entry).href)}); console.log(await c.executablePath())`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', ask], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  })
  if (status !== 0) return undefined
  return {
    executablePath: stdout.trim(),
    env: { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') },
  }
}

/**
 * @param {string[]} command
 * @param {number} minutes after which it is given up
 * @param {Record<string, string>} env added to the environment
 * @returns {boolean} whether it succeeded
 */
function run([command = '', ...args], minutes, env = {}) {
  console.log(`$ ${[path.basename(command), ...args].join(' ')}`)
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: minutes * 60_000,
    env: { ...process.env, ...env },
  })
  return status === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(() => ensureBrowser('shell'))
