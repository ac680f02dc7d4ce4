// @ts-check
/** What a first visit to /chat transfers before the screen is usable, from the build itself. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** @typedef {import('vite').Manifest} Manifest */

/** The chunk of the chat route; others of its folder are fetched when they are asked for. */
const chatPage = 'src/features/chat/chat-page.tsx'

/**
 * @param {string} root the checkout, already built
 * @returns {{ rows: import('../../scripts/bench.mjs').BenchRow[], lazyChunks: { name: string, bytes: number }[] }}
 *   sizes are gzip; lazy chunks largest first, in bytes
 */
export function bundleBench(root) {
  const html = readFileSync(path.join(root, 'dist/index.html'), 'utf8')
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(path.join(root, 'build/manifest.json'), 'utf8'))
  const first = firstLoadFiles(html, manifest)

  const size = (/** @type {string} */ file) =>
    gzipSync(readFileSync(path.join(root, 'dist', file)), { level: 9 }).length
  const firstBytes = ['index.html', ...first].reduce((sum, file) => sum + size(file), 0)
  const ours = firstBytes / 1000
  // react + react-dom 19.3, minified: what any React page pays.
  const baseline = 67

  const lazyChunks = [
    ...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])),
  ]
    .filter((file) => /\.(?:js|css)$/.test(file) && !first.has(file))
    .map((file) => ({ name: path.basename(file), bytes: size(file) }))
    .sort((a, b) => b.bytes - a.bytes)
  return {
    rows: [
      {
        name: 'first load of /chat, gzip',
        ours,
        baseline,
        baselineName: 'react + react-dom floor',
        ratio: ours / baseline,
        budget: '120 kB, goal 110',
        unit: 'kB',
      },
    ],
    lazyChunks,
  }
}

/**
 * The scripts and styles the page names, the chat route, and everything these import statically.
 * @param {string} html
 * @param {Manifest} manifest
 * @returns {Set<string>} file names in dist/
 */
function firstLoadFiles(html, manifest) {
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => /\ssrc=|rel="(?:modulepreload|stylesheet)"/.test(tag))
    .flatMap((tag) => /\s(?:src|href)="\/([^"]+)"/.exec(tag)?.[1] ?? [])
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const atStart = withStaticImports(entries, manifest)
  const routes = [...atStart]
    .flatMap((key) => manifest[key]?.dynamicImports ?? [])
    .filter((key) => key === chatPage)
  const files = [...atStart, ...withStaticImports(routes, manifest)].flatMap((key) => [
    manifest[key]?.file ?? [],
    manifest[key]?.css ?? [],
  ])
  return new Set([...named, ...files.flat()])
}

/** @param {string[]} keys @param {Manifest} manifest @returns {Set<string>} */
function withStaticImports(keys, manifest) {
  const found = new Set(keys)
  // A set can grow while it is walked, so this reaches what the newcomers import too.
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next)
  return found
}
