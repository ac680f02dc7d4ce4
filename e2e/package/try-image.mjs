// @ts-check
/**
 * Builds the image and runs it: its root is read-only, it runs as a user without rights, it becomes healthy,
 * serves the page, stores data in its volume only, and ends with 0 on SIGTERM. Where no container engine
 * runs, the same is tried in a folder: the package is installed as the Containerfile does, owned by root and
 * started with the Containerfile's command and environment by a user who may write nothing but the volume.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { imageConfig } from '../../scripts/image/containerfile.mjs'
import { npmCommand } from '../../scripts/install/npm.mjs'
import { PlainFailure, runMain } from '../../scripts/plain-failure.mjs'
import { freePort } from '../../scripts/run-service.mjs'

const IMAGE = 'vendor-playground:try'
/** The user `nobody`. */
const NOBODY = 65_534
const MAX_START_MS = 120_000

const config = imageConfig(readFileSync(path.join(root, 'Containerfile'), 'utf8'))

await runMain(async () => {
  const engine = ['docker', 'podman'].find((name) => succeeds([name, 'info']))
  if (engine !== undefined) return tryContainer(engine)
  console.log('No container engine runs here, so the steps of the image are tried in a folder.')
  if (process.getuid?.() !== 0)
    return console.log('SKIPPED: without root, nobody else can own the folder.')
  await tryFolder()
})

/** @param {string} engine */
async function tryContainer(engine) {
  run([engine, 'build', '--file', 'Containerfile', '--tag', IMAGE, '.'])
  // The service goes by one port inside and outside: it refuses requests to any other.
  const port = String(await freePort())
  const rights = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL']
  const reached = ['--env', `VENDOR_PORT=${port}`, '--publish', `127.0.0.1:${port}:${port}`]
  const id = output([engine, 'run', '--rm', '--detach', ...rights, ...reached, IMAGE])
  try {
    await tryService(port)
    expect('a user without rights', output([engine, 'exec', id, 'id', '-u']) !== '0')
    expect('a read-only root', !succeeds([engine, 'exec', id, 'touch', '/x']))
    expect('data in the volume', output([engine, 'exec', id, 'ls', '/data']).includes('sqlite'))
  } finally {
    run([engine, 'stop', '--time', '20', id])
  }
}

async function tryFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'image-'))
  // Readable for everybody, writable for root alone.
  chmodSync(folder, 0o755)
  const data = path.join(folder, 'data')
  try {
    run([process.execPath, path.join(root, 'scripts/package/make-package.mjs')])
    const npm = npmCommand(process.env, process.platform).command
    run([...npm, 'pack', './dist-package', '--silent', '--pack-destination', folder])
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    const prefix = path.join(folder, 'usr/local')
    mkdirSync(path.join(prefix, 'lib'), { recursive: true })
    const install = ['install', '--global', '--prefix', prefix, '--prefer-offline']
    if (!succeeds([...npm, ...install, path.join(folder, tarball)])) {
      if (succeeds([...npm, 'ping'])) throw new PlainFailure('The package could not be installed.')
      return console.log('SKIPPED: the registry cannot be reached.')
    }
    mkdirSync(data)
    chownSync(data, NOBODY, NOBODY)
    await tryProcess(folder, prefix, data)
    expect('data in the volume', existsSync(path.join(data, 'vendor.sqlite')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder @param {string} prefix @param {string} data */
async function tryProcess(folder, prefix, data) {
  const [program = '', ...args] = config.command
  const port = String(await freePort())
  const service = spawn(path.join(prefix, 'bin', program), args, {
    cwd: folder,
    uid: NOBODY,
    gid: NOBODY,
    stdio: 'inherit',
    env: {
      ...config.env,
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      VENDOR_HOST: '127.0.0.1',
      VENDOR_PORT: port,
      VENDOR_DATA: data,
    },
  })
  const ended = once(service, 'exit')
  try {
    await Promise.race([
      tryService(port),
      ended.then(([code]) => {
        throw new PlainFailure(`The service ended with ${code} before it was tried.`)
      }),
    ])
  } finally {
    service.kill('SIGTERM')
  }
  const [code] = await ended
  expect('an end with 0 on SIGTERM', code === 0)
}

/** Until it is healthy, then its page. @param {string} port */
async function tryService(port) {
  const origin = `http://127.0.0.1:${port}`
  const until = Date.now() + MAX_START_MS
  while (!(await isHealthy(port))) {
    if (Date.now() > until) throw new PlainFailure('The image does not become healthy.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const page = await fetch(`${origin}/chat`, { headers: { Accept: 'text/html' } })
  expect('the page', page.ok && (await page.text()).includes('importmap'))
}

/** As the HEALTHCHECK of the image finds. @param {string} port */
async function isHealthy(port) {
  const [program = '', ...args] = config.health
  const check = spawn(program === 'node' ? process.execPath : program, args, {
    stdio: 'ignore',
    env: { ...process.env, VENDOR_PORT: port },
  })
  const [code] = await once(check, 'exit')
  return code === 0
}

/** @param {string} what @param {boolean} works */
function expect(what, works) {
  if (!works) throw new PlainFailure(`The image lacks ${what}.`)
  console.log(`${what} … ok`)
}

/** @param {string[]} command */
function run([program = '', ...args]) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new PlainFailure(`${[program, ...args].join(' ')} failed.`)
}

/** @param {string[]} command */
function output([program = '', ...args]) {
  const { status, stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new PlainFailure(`${[program, ...args].join(' ')} failed.`)
  return stdout.trim()
}

/** @param {string[]} command */
function succeeds([program = '', ...args]) {
  return spawnSync(program, args, { cwd: root, stdio: 'ignore' }).status === 0
}
