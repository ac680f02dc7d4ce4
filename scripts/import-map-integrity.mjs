// @ts-check
/**
 * Subresource integrity for every script of the built page. `integrity` on a tag covers what the
 * page names; the import map covers what those scripts import later, so a changed lazy chunk does
 * not run either. Browsers do not apply import maps inside workers: for the script that a worker
 * starts with, the entry is only a published hash, and what only workers import is left out, because
 * hashes that nothing checks would be a tenth of the page.
 */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The folder in assets/ of the scripts that only workers import. */
export const WORKER_CHUNKS = 'worker'

/**
 * Vite plugin: writes the hashes into index.html once all files are on disk in their final form.
 * @returns {import('vite').Plugin}
 */
export function importMapIntegrity() {
  let base = '/'
  return {
    name: 'import-map-integrity',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      base = config.base
    },
    writeBundle({ dir }) {
      if (!dir) throw new Error('import-map-integrity needs build.outDir')
      const page = path.join(dir, 'index.html')
      writeFileSync(page, withIntegrity(readFileSync(page, 'utf8'), hashes(dir, base)))
    },
  }
}

/**
 * The page with its one inline script, the import map, before anything that loads a module, and
 * with `integrity` on its own scripts, preloads and stylesheets.
 * @param {string} html
 * @param {Record<string, string>} integrity by path from the root, as hashes() gives it
 */
export function withIntegrity(html, integrity) {
  const scripts = Object.entries(integrity).filter(([url]) => isOfPage(url))
  const map = JSON.stringify({ integrity: Object.fromEntries(scripts) })
  const tagged = html.replace(/<(?:script|link)\b[^>]*>/g, (tag) => {
    const hash = integrity[/\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '']
    return hash ? tag.replace(/>$/, ` integrity="${hash}">`) : tag
  })
  const first = tagged.search(/<script\b|<link\b[^>]*rel="modulepreload"/)
  if (first < 0) throw new Error('index.html loads no script')
  return `${tagged.slice(0, first)}<script type="importmap">${map}</script>\n    ${tagged.slice(first)}`
}

/**
 * What is wrong with a built page, one sentence each; empty when all is well.
 * @param {string} dist folder of the built app
 * @param {string} base the path on the web server that it is built for
 * @returns {string[]}
 */
export function integrityProblems(dist, base = '/') {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const inline = [...html.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)]
  const problems = []
  if (inline.length !== 1) problems.push(`index.html has ${inline.length} inline scripts, not one`)
  if (/<style\b/.test(html)) problems.push('index.html has an inline <style>')
  if (/\sstyle=/.test(html)) problems.push('index.html has a style attribute')

  const mapped = JSON.parse(inline[0]?.[1] ?? '{}').integrity ?? {}
  for (const [url, hash] of Object.entries(hashes(dist, base))) {
    if (isOfPage(url) && mapped[url] !== hash) problems.push(`${url} is not in the import map`)
  }
  const mapAt = inline[0]?.index ?? Infinity
  for (const { 0: tag, index } of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const isLoader = /\ssrc=|rel="(?:modulepreload|stylesheet)"/.test(tag)
    if (isLoader && !/\sintegrity="sha256-/.test(tag)) problems.push(`no integrity on ${tag}`)
    if (/\ssrc=|rel="modulepreload"/.test(tag) && index < mapAt) {
      problems.push(`the import map comes after ${tag}`)
    }
  }
  return problems
}

/** Whether a file is a script that the page loads or imports. @param {string} url */
function isOfPage(url) {
  return url.endsWith('.js') && !url.includes(`/assets/${WORKER_CHUNKS}/`)
}

/** @param {string} dist @param {string} base @returns {Record<string, string>} "/assets/x.js" → "sha256-…" */
function hashes(dist, base) {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:js|css)$/.test(file))
    .sort()
  return Object.fromEntries(
    files.map((file) => {
      const digest = createHash('sha256').update(readFileSync(path.join(dist, file)))
      return [base + file.split(path.sep).join('/'), `sha256-${digest.digest('base64')}`]
    }),
  )
}
