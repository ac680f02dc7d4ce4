// @ts-check
/** What a first visit to /chat transfers with nothing pressed, from the build itself. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { root } from '../../scripts/checkout.mjs'
import { FIRST_SCREEN_CHUNK } from '../../scripts/first-screen.mjs'

/** @typedef {import('vite').Manifest} Manifest */

/** The most that a first visit to /chat may transfer, bytes of gzip; 67 kB of it are React. */
export const FIRST_LOAD_BUDGET = 118_000

/** Measures the build and lists what is loaded later. @returns {import('../bench.mjs').BenchRow[]} */
export function measureBundle() {
  const { rows, lazyChunks } = bundleBench(root)
  for (const { name, bytes } of lazyChunks)
    console.log(`  lazy ${name} ${(bytes / 1000).toFixed(1)} kB`)
  return rows
}

/**
 * @param {string} root the checkout, already built
 * @returns {{ rows: import('../bench.mjs').BenchRow[], lazyChunks: { name: string, bytes: number }[] }}
 *   sizes are gzip; lazy chunks largest first, in bytes
 */
function bundleBench(root) {
  const manifest = readManifest(root)
  const { files: first, bytes } = firstLoad(root)
  const ours = bytes / 1000
  // react + react-dom 19.3, minified: what any page drawn by React pays before its first line.
  const baseline = 67

  const lazyChunks = [
    ...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])),
  ]
    .filter((file) => /\.(?:js|css)$/.test(file) && !first.has(file))
    .map((file) => ({ name: path.basename(file), bytes: gzipSize(root, file) }))
    .sort((a, b) => b.bytes - a.bytes)
  return {
    rows: [
      {
        name: 'first load of /chat, gzip',
        ours,
        baseline,
        baselineName: 'react + react-dom alone',
        ratio: ours / baseline,
        budget: `${FIRST_LOAD_BUDGET / 1000} kB`,
        unit: 'kB',
      },
    ],
    lazyChunks,
  }
}

/**
 * What a browser asks for when /chat opens and nothing is pressed: the page, the scripts and styles
 * it names, the chunk of the first screen, and everything these import statically. The end-to-end
 * tests compare it with what a browser does.
 * @param {string} root the checkout, already built
 * @returns {{ files: Set<string>, bytes: number }} names in dist/; bytes of gzip
 */
export function firstLoad(root) {
  const html = readFileSync(path.join(root, 'dist/index.html'), 'utf8')
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => /\ssrc=|rel="(?:modulepreload|stylesheet)"/.test(tag))
    .flatMap((tag) => /\s(?:src|href)="\/([^"]+)"/.exec(tag)?.[1] ?? [])
  const manifest = readManifest(root)
  const starting = Object.keys(manifest).filter(
    (key) => manifest[key]?.isEntry || manifest[key]?.name === FIRST_SCREEN_CHUNK,
  )
  const imported = [...withStaticImports(starting, manifest)].flatMap((key) => [
    manifest[key]?.file ?? [],
    manifest[key]?.css ?? [],
  ])
  const files = new Set(['index.html', ...named, ...imported.flat()])
  return { files, bytes: [...files].reduce((sum, file) => sum + gzipSize(root, file), 0) }
}

/**
 * The size of the code of one chunk, in bytes of gzip.
 * @param {string} root the checkout, already built
 * @param {string} name as `scripts/first-screen.mjs` calls it
 */
export function chunkBytes(root, name) {
  const chunk = Object.values(readManifest(root)).find((one) => one.name === name)
  if (chunk === undefined) throw new Error(`The build has no chunk ${name}.`)
  return gzipSize(root, chunk.file)
}

/** @param {string} root @returns {Manifest} */
function readManifest(root) {
  return JSON.parse(readFileSync(path.join(root, 'build/manifest.json'), 'utf8'))
}

/** @param {string} root @param {string} file in dist/ */
function gzipSize(root, file) {
  return gzipSync(readFileSync(path.join(root, 'dist', file)), { level: 9 }).length
}

/** @param {string[]} keys @param {Manifest} manifest @returns {Set<string>} */
function withStaticImports(keys, manifest) {
  const found = new Set(keys)
  // A set can grow while it is walked, so this reaches what the newcomers import too.
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next)
  return found
}
