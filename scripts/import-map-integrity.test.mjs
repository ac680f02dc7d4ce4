// @ts-check
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  importMapIntegrity,
  integrityProblems,
  withIntegrity,
  WORKER_CHUNKS,
} from './import-map-integrity.mjs'

const project = mkdtempSync(path.join(os.tmpdir(), 'integrity-'))
const dist = path.join(project, 'dist')
const page = path.join(dist, 'index.html')

beforeAll(async () => {
  const files = {
    'index.html':
      '<!doctype html><html><head><meta charset="utf-8"><script type="module" src="/main.js"></script></head><body></body></html>',
    'main.js':
      "import './a.css'\nimport url from './w.js?worker&url'\nimport('./lazy.js').then((m) => m.go(url))\nimport('./other.js')",
    'lazy.js':
      "import { shared } from './shared.js'\nexport const go = (u) => console.log(u, shared)",
    'other.js': "import { shared } from './shared.js'\nconsole.log(shared)",
    'shared.js': "export const shared = 'shared'.repeat(4)",
    'w.js': "import('./w-lazy.js').then((m) => postMessage(m))",
    'w-lazy.js': 'export const lazy = 1',
    'a.css': 'body { color: red }',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(project, name), text)
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    plugins: [importMapIntegrity()],
    build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    worker: {
      format: 'es',
      rolldownOptions: { output: { chunkFileNames: `assets/${WORKER_CHUNKS}/[name]-[hash].js` } },
    },
  })
})

afterAll(() => rmSync(project, { recursive: true }))

test('lists every script the page loads, lazy chunks and workers too, with its hash', () => {
  const html = readFileSync(page, 'utf8')
  const map = JSON.parse(/<script type="importmap">([^<]*)<\/script>/.exec(html)?.[1] ?? '')
  const scripts = readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThanOrEqual(5)
  expect(Object.keys(map.integrity)).toEqual(scripts.sort().map((name) => `/assets/${name}`))
  for (const name of scripts) {
    const bytes = readFileSync(path.join(dist, 'assets', name))
    const hash = createHash('sha256').update(bytes).digest('base64')
    expect(map.integrity[`/assets/${name}`]).toBe(`sha256-${hash}`)
  }
})

test('leaves out what only a worker imports, where import maps do not reach', () => {
  const ofWorkers = readdirSync(path.join(dist, 'assets', WORKER_CHUNKS))
  expect(ofWorkers.map((name) => name.replace(/-.{8}\.js$/, ''))).toEqual(['w-lazy'])
  expect(readFileSync(page, 'utf8')).not.toContain(`/${WORKER_CHUNKS}/`)
})

test('marks the entry script and the stylesheet, after the import map', () => {
  const html = readFileSync(page, 'utf8')
  expect(html).toMatch(/<script type="module"[^>]* integrity="sha256-[^"]{43}=">/)
  expect(html).toMatch(/<link rel="stylesheet"[^>]* integrity="sha256-[^"]{43}=">/)
  expect(html.indexOf('importmap')).toBeLessThan(html.indexOf('type="module"'))
})

test('finds nothing wrong with its own page', () => {
  expect(integrityProblems(dist)).toEqual([])
})

test('finds a changed chunk, a second inline script and inline styles', () => {
  const lazy = readdirSync(path.join(dist, 'assets')).find((name) => name.startsWith('lazy')) ?? ''
  const before = { html: readFileSync(page), lazy: readFileSync(path.join(dist, 'assets', lazy)) }
  appendFileSync(path.join(dist, 'assets', lazy), ';1')
  appendFileSync(page, '<script>1</script><style></style><p style="color:red">')
  expect(integrityProblems(dist)).toEqual([
    'index.html has 2 inline scripts, not one',
    'index.html has an inline <style>',
    'index.html has a style attribute',
    `/assets/${lazy} is not in the import map`,
  ])
  writeFileSync(page, before.html)
  writeFileSync(path.join(dist, 'assets', lazy), before.lazy)
})

test('puts the map before a preload and marks the preload', () => {
  const html = withIntegrity(
    '<link rel="icon" href="/i.svg"><link rel="modulepreload" crossorigin href="/a.js"><script type="module" src="/b.js"></script>',
    { '/a.js': 'sha256-a', '/b.js': 'sha256-b' },
  )
  expect(html.replace(/\s+/g, ' ')).toBe(
    '<link rel="icon" href="/i.svg"><script type="importmap">{"integrity":{"/a.js":"sha256-a","/b.js":"sha256-b"}}</script> <link rel="modulepreload" crossorigin href="/a.js" integrity="sha256-a"><script type="module" src="/b.js" integrity="sha256-b"></script>',
  )
})
