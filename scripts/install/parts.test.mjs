// @ts-check
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../checkout.mjs'
import { lockOfPart, partOf, sharesOf, withAddresses } from './parts.mjs'

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
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const part = lockOfPart(lock, 'app')
  const shares = sharesOf(part)
  expect(shares).toHaveLength(2)
  const places = shares.flatMap(({ packages }) => Object.keys(packages))
  expect(new Set(places)).toEqual(new Set(Object.keys(part.packages)))
  for (const share of shares) expect(sharesOf(share)).toEqual([share])
  expect(shares[0]?.packages).toHaveProperty(['node_modules/vite'])
  expect(sharesOf(lockOfPart(lock, 'documents'))).toHaveLength(1)
})

test('the first page needs at most half of the locked packages', () => {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const { packages } = lockOfPart(lock, 'app')
  expect(Object.keys(packages).length * 2).toBeLessThan(Object.keys(lock.packages).length)
})

/** The package of an import. */
const IMPORTED = /^(?:import|export|\} from) .*?'((?:@[\w-]+\/)?[\w-]+)/gm

/** What the build puts Preact and plain drawings in the place of. */
const REPLACED = new Set(['react-dom', 'lucide-react'])

test('what the page imports is of the part app', () => {
  const files = ['src', 'contract'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !/\btesting\b/.test(file))
      .map((file) => path.join(root, folder, file)),
  )
  const names = files
    .map((file) => readFileSync(file, 'utf8'))
    // What tests share is beside what they test.
    .filter((text) => !/from '(?:vitest|fast-check)'/.test(text))
    .flatMap((text) => [...text.matchAll(IMPORTED)].map(([, name = '']) => name))
  expect(names).toContain('markdown-it')
  const others = names.filter((name) => !name.startsWith('node') && partOf(name) !== 'app')
  expect(others.filter((name) => !REPLACED.has(name))).toEqual([])
})
