// @ts-check
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

import { fingerprint } from './build-stamp.mjs'
import { root } from './checkout.mjs'
import { isInstalled } from './install/installed.mjs'
import { npmCommand } from './install/npm.mjs'
import { openerFor } from './opener.mjs'
import { isSupportedNode } from './setup.mjs'

test.for([
  ['18.20.0', false],
  ['20.18.9', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.0.0', true],
  ['24.1.0', true],
])('Node %s is supported: %s', ([version, expected]) => {
  expect(isSupportedNode(String(version))).toBe(expected)
})

const locked = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b-linux': { version: '1.0.0', optional: true, os: ['linux'] },
    'node_modules/b-darwin': { version: '1.0.0', optional: true, os: ['darwin'] },
  },
}
const {
  'node_modules/a': own,
  'node_modules/b-linux': native,
  'node_modules/b-darwin': foreign,
} = locked.packages
const [a, linux, darwin] = /** @type {const} */ ([
  'node_modules/a',
  'node_modules/b-linux',
  'node_modules/b-darwin',
])
/** @param {Record<string, import('./install/parts.mjs').LockedPackage>} packages */
const installedOnLinux = (packages) => isInstalled(locked, { packages }, locked, 'linux')

test('an installed tree matches its lock file without the packages of other systems', () => {
  expect(installedOnLinux({ [a]: own, [linux]: native })).toBe(true)
  expect(installedOnLinux({ [a]: own })).toBe(true)
})

test('a missing, changed, left-over or foreign package does not match', () => {
  expect(installedOnLinux({})).toBe(false)
  expect(installedOnLinux({ [a]: { ...own, version: '1.0.1' } })).toBe(false)
  expect(installedOnLinux({ [a]: { ...own, integrity: 'sha512-z' } })).toBe(false)
  expect(installedOnLinux({ [a]: own, 'node_modules/old': { version: '1.0.0' } })).toBe(false)
  expect(installedOnLinux({ [a]: own, [darwin]: foreign })).toBe(false)
})

test('a service that runs keeps its packages where the lock file changed meanwhile', () => {
  const checkout = mkdtempSync(path.join(os.tmpdir(), 'checkout-'))
  try {
    cpSync(path.join(root, 'scripts'), path.join(checkout, 'scripts'), { recursive: true })
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(path.join(root, file), path.join(checkout, file))
    const old = path.join(checkout, 'node_modules/old')
    mkdirSync(old, { recursive: true })
    const packages = { 'node_modules/old': { version: '1.0.0' } }
    writeFileSync(
      path.join(checkout, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages }),
    )
    const script = path.join(checkout, 'scripts/install/install-part.mjs')
    const { status, stderr } = spawnSync(process.execPath, [script, 'chains'], { encoding: 'utf8' })
    expect(stderr).toContain('The packages of this checkout changed.')
    expect(status).toBe(1)
    expect(existsSync(old)).toBe(true)
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
})

test('npm is the one that called us, else the one on the PATH', () => {
  expect(npmCommand({}, 'linux')).toEqual({ command: ['npm'], shell: false })
  expect(npmCommand({}, 'win32')).toEqual({ command: ['npm'], shell: true })
  expect(npmCommand({ npm_execpath: '/opt/pnpm.cjs' }, 'linux').command).toEqual(['npm'])
})

test('the fingerprint changes with every edit, removal and new time, but not with a test', () => {
  const base = mkdtempSync(path.join(os.tmpdir(), 'sources-'))
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(path.join(base, name), text)
  mkdirSync(path.join(base, 'src/app'), { recursive: true })
  write('src/app/a.ts', 'a')
  const first = fingerprint(base)
  write('src/app/a.test.ts', 'test')
  expect(fingerprint(base)).toBe(first)
  write('src/app/b.ts', 'b')
  const second = fingerprint(base)
  expect(second).not.toBe(first)
  utimesSync(path.join(base, 'src/app/b.ts'), 1, 1)
  expect(fingerprint(base)).not.toBe(second)
  rmSync(path.join(base, 'src/app/b.ts'))
  expect(fingerprint(base)).toBe(first)
  rmSync(base, { recursive: true })
})

test('a browser is opened only where there is a screen and nobody said no', () => {
  expect(openerFor([], {}, 'darwin')).toEqual(['open'])
  expect(openerFor([], {}, 'linux')).toBeUndefined()
  for (const flag of ['--json', '--no-open', '--api-only']) {
    expect(openerFor([flag], {}, 'darwin')).toBeUndefined()
  }
  expect(openerFor([], { CI: 'true' }, 'darwin')).toBeUndefined()
})
