// @ts-check
import { readFileSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../checkout.mjs'
import { readModule } from '../module-imports.mjs'
import { lockOfPart, packageOf, partOf, sharesOf, withAddresses } from './parts.mjs'

const wholeLock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

test.for([
  ['react-dom', 'app'],
  ['@vitejs/plugin-react', 'app'],
  ['vite', 'app'],
  ['@ethereumjs/vm', 'chains'],
  ['@x402/svm', 'chains'],
  ['mammoth', 'documents'],
  ['@x402/fetch', 'tools'],
  ['@modelcontextprotocol/sdk', 'tools'],
  ['vitest', 'tools'],
])('%s is of the part %s', ([name, part]) => {
  expect(partOf(String(name))).toBe(part)
})

test('a part has its dependencies with all they need, wherever npm put it, and no other', () => {
  const lock = {
    packages: {
      '': {
        dependencies: { hono: '1.0.0', mammoth: '1.0.0' },
        devDependencies: { vitest: '1.0.0', kept: 'file:./vendor/kept' },
      },
      'node_modules/hono': { version: '1.0.0', dependencies: { shared: '1', inner: '1' } },
      'node_modules/hono/node_modules/inner': { dependencies: { deep: '1' } },
      'node_modules/deep': {},
      'node_modules/inner': {},
      'node_modules/shared': {
        peerDependencies: { peer: '1', other: '1' },
        peerDependenciesMeta: { other: { optional: true } },
      },
      'node_modules/peer': { optionalDependencies: { native: '1' } },
      'node_modules/native': { optional: true },
      'node_modules/other': {},
      'node_modules/mammoth': { dependencies: { shared: '1' } },
      'node_modules/vitest': {},
      'node_modules/kept': { link: true, resolved: 'vendor/kept' },
      'vendor/kept': { version: '0.0.1' },
    },
  }
  expect(Object.keys(lockOfPart(lock, 'app').packages)).toEqual([
    '',
    'node_modules/hono',
    'node_modules/hono/node_modules/inner',
    'node_modules/deep',
    'node_modules/shared',
    'node_modules/peer',
    'node_modules/native',
    'node_modules/kept',
    'vendor/kept',
  ])
  const { packages } = lockOfPart(lock, 'documents')
  expect(packages['']).toMatchObject({ dependencies: { mammoth: '1.0.0' }, devDependencies: {} })
  expect(packages).not.toHaveProperty('node_modules/hono')
})

test('what a package names but no browser needs is in the part whose own packages need it', () => {
  const lock = {
    packages: {
      '': { dependencies: { '@solana/web3.js': '1.0.0', '@x402/svm': '1.0.0' } },
      'node_modules/@solana/web3.js': { dependencies: { '@babel/runtime': '1', buffer: '1' } },
      'node_modules/@x402/svm': { dependencies: { '@solana/web3.js': '1.0.0' } },
      'node_modules/@babel/runtime': {},
      'node_modules/buffer': {},
    },
  }
  const first = lockOfPart(lock, 'app').packages
  expect(first).toHaveProperty(['node_modules/buffer'])
  expect(first).not.toHaveProperty(['node_modules/@babel/runtime'])
  expect(first['node_modules/@solana/web3.js']?.dependencies).toEqual({ buffer: '1' })
  expect(lockOfPart(lock, 'chains').packages).toHaveProperty(['node_modules/@babel/runtime'])
})

test('packages are addressed at the registry, but for those of the checkout', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/@scope/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/@scope/a/node_modules/b': { version: '2.0.0-beta.1', integrity: 'sha512-b' },
      'node_modules/other': { name: 'c', version: '3.0.0', integrity: 'sha512-c' },
      'node_modules/kept': { link: true, resolved: 'vendor/kept' },
    },
  }
  const { packages } = withAddresses(lock, 'https://registry.test/npm')
  expect(Object.values(packages).map((it) => it.resolved)).toEqual([
    undefined,
    'https://registry.test/npm/@scope/a/-/a-1.0.0.tgz',
    'https://registry.test/npm/b/-/b-2.0.0-beta.1.tgz',
    'https://registry.test/npm/c/-/c-3.0.0.tgz',
    'vendor/kept',
  ])
})

test('the shares of a part have together what it has, each all that it needs itself', () => {
  const part = lockOfPart(wholeLock, 'app')
  const shares = sharesOf(part)
  expect(shares).toHaveLength(2)
  const places = shares.flatMap(({ packages }) => Object.keys(packages))
  expect(new Set(places)).toEqual(new Set(Object.keys(part.packages)))
  for (const share of shares) expect(sharesOf(share)).toEqual([share])
  expect(shares[0]?.packages).toHaveProperty(['node_modules/vite'])
  expect(sharesOf(lockOfPart(wholeLock, 'documents'))).toHaveLength(1)
})

test('the first page needs at most half of the locked packages', () => {
  const { packages } = lockOfPart(wholeLock, 'app')
  expect(Object.keys(packages).length * 2).toBeLessThan(Object.keys(wholeLock.packages).length)
})

test('what starts and builds before anything is installed imports no package', () => {
  expect(packagesIn(['scripts/start.mjs', 'scripts/build.mjs'], false)).toEqual([])
})

test('all that the build imports is of what npm start installs first', () => {
  const page = readFileSync(path.join(root, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/ src="\/([^"]+)"/g)].map(([, src = '']) => src)
  expect(scripts).toContain('src/main.tsx')
  const others = ['src/app/shell/prerender.tsx', 'src/app/service-worker/service-worker.ts']
  const config = ['vite.config.ts', 'vite.service.config.ts', 'scripts/build.mjs']
  const found = packagesIn([...scripts, ...others, ...config], true)
  expect(found).toEqual(
    expect.arrayContaining(['react-dom', 'tailwindcss', 'uqr', 'vite', 'wagmi']),
  )
  // The build puts plain drawings in its place.
  expect(missingIn(found, ['app'])).toEqual(['lucide-react'])
})

test('all that the service imports is of what npm start installs first, or of a later part', () => {
  const found = packagesIn(['service/node/main.ts'], false)
  expect(found).toContain('hono')
  expect(missingIn(found, ['app'])).toEqual([])
  // Each in a file of its own, which nothing imports.
  const threads = readdirSync(path.join(root, 'service'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|[\\/-])worker\.ts$/.test(file))
    .map((file) => path.posix.join('service', file.split(path.sep).join('/')))
  const later = packagesIn(['service/node/main.ts', ...threads], true)
  expect(later).toEqual(expect.arrayContaining(['litesvm', 'mammoth', 'sharp']))
  expect(missingIn(later, ['app', 'chains', 'documents'])).toEqual([])
})

/** @param {string[]} names @param {import('./parts.mjs').Part[]} parts */
function missingIn(names, parts) {
  const places = new Set(parts.flatMap((part) => Object.keys(lockOfPart(wholeLock, part).packages)))
  return names.filter((name) => !places.has(`node_modules/${name}`))
}

/**
 * The packages that files import, and those that they import.
 * @param {string[]} entries in the checkout
 * @param {boolean} withLater what is imported later, too
 */
function packagesIn(entries, withLater) {
  /** @type {Set<string>} */
  const packages = new Set()
  const files = new Set(entries)
  // A set can grow while it is walked.
  for (const file of files)
    for (const specifier of importsOf(file, withLater))
      if (specifier.startsWith('.')) files.add(path.posix.join(path.posix.dirname(file), specifier))
      else if (!isBuiltin(specifier)) packages.add(packageOf(specifier))
  return [...packages].sort()
}

/** @param {string} file @param {boolean} withLater @returns {string[]} */
function importsOf(file, withLater) {
  const source = () => readFileSync(path.join(root, file), 'utf8')
  if (file.endsWith('.css'))
    return [...source().matchAll(/@(?:import|plugin) '([^']+)'/g)].map(([, name = '']) => name)
  // Samples, pictures and the like import nothing.
  if (!/\.(?:tsx?|mjs)$/.test(file)) return []
  return readModule(file, source())
    .imports.filter(({ isDynamic, isType }) => !isType && (withLater || !isDynamic))
    .map(({ specifier }) => specifier.replace(/\?.*$/, ''))
}
