// @ts-check
/** The app for any web server that serves files: `npm run build -- --static [--base PATH]`. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { runnerImport } from 'vite'

import { root } from '../checkout.mjs'
import { PlainFailure } from '../plain-failure.mjs'
import { headersFile, redirectsFile, vercelFile } from './hosts.mjs'

/** What the page may contact besides its own origin: docs/decisions/041-static-and-offline.md says why. */
export const REACHABLE_ORIGINS = 'https: http://localhost:* http://127.0.0.1:*'

/** Where it is written, in the checkout. */
export const STATIC_FOLDER = 'dist-static'

/**
 * A path on a web server as Vite wants it: `/name/`.
 * @param {string} given as someone typed it: `name`, `/name`
 */
export function readBase(given) {
  const name = given.replace(/^\/+|\/+$/g, '')
  if (!/^[\w.~-]*(?:\/[\w.~-]+)*$/.test(name) || name.split('/').includes('..'))
    throw new PlainFailure(
      `--base is ${JSON.stringify(given)}, but must be a path such as /playground/.`,
    )
  return name === '' ? '/' : `/${name}/`
}

/**
 * Finishes a built app for web servers that know nothing of it: the policy moves into the page, each
 * area has a page of its own, and what leads nowhere gets the app too, which says so.
 * @param {string} base `/` or `/name/`
 * @param {string} origins of the `connect-src` of the page, besides its own
 */
export async function finishStaticBuild(base, origins) {
  const folder = path.join(root, STATIC_FOLDER)
  rmSync(path.join(folder, '.vite'), { recursive: true, force: true })
  /** @type {typeof import('../../service/node/hosting/policy.ts')} */
  const { PAGE_HEADERS, importMapHash, pagePolicy, scriptPolicy } = await load(
    'service/node/hosting/policy.ts',
  )
  /** @type {typeof import('../../src/app/read-route.ts')} */
  const { AREA_PATHS } = await load('src/app/read-route.ts')

  const policed = (/** @type {string} */ name) => {
    const built = readFileSync(path.join(folder, name), 'utf8')
    return withPolicy(inOrderOfNeed(built), pagePolicy(importMapHash(built), [origins]))
  }
  const page = policed('index.html')
  const pageOfOthers = policed('area.html')
  rmSync(path.join(folder, 'area.html'))
  writeFileSync(path.join(folder, 'index.html'), page)
  writeFileSync(path.join(folder, '404.html'), pageOfOthers)
  for (const area of AREA_PATHS) {
    mkdirSync(path.join(folder, area))
    const own = area === '/chat' ? page : pageOfOthers
    writeFileSync(path.join(folder, area, 'index.html'), own)
  }

  const manifest = path.join(folder, 'manifest.webmanifest')
  writeFileSync(manifest, rebased(readFileSync(manifest, 'utf8'), base))

  const workers = readdirSync(path.join(folder, 'assets'))
    .filter((name) => /\.worker-[\w-]{8}\.js$/.test(name))
    .map((name) => ({ path: `assets/${name}`, policy: scriptPolicy(`/assets/${name}`) }))
  const site = { base, areas: [...AREA_PATHS], workers, pageHeaders: PAGE_HEADERS }
  writeFileSync(path.join(folder, '_headers'), headersFile(site))
  writeFileSync(path.join(folder, '_redirects'), redirectsFile(site))
  writeFileSync(path.join(folder, 'vercel.json'), vercelFile(site))
  // GitHub would leave out what starts with an underscore.
  writeFileSync(path.join(folder, '.nojekyll'), '')
}

/**
 * The page with its policy in itself, before anything that loads. A page can't say who may frame it, nor
 * where reports go.
 * @param {string} html
 * @param {string} policy
 */
export function withPolicy(html, policy) {
  const own = policy
    .split('; ')
    .filter((directive) => !/^(?:frame-ancestors|report-to) /.test(directive))
    .join('; ')
  const charset = '<meta charset="utf-8" />'
  if (!html.includes(charset)) throw new Error('index.html does not start with its charset')
  const tags = [
    charset,
    `<meta http-equiv="Content-Security-Policy" content="${own}" />`,
    '<meta name="referrer" content="no-referrer" />',
  ]
  return html.replace(charset, tags.join('\n    '))
}

/**
 * The page in the order in which a slow link should bring it. A browser reads ahead to find what to load, but not in a page with its policy
 * in itself, where a round trip is lost for whatever comes after a script that it waits for: so that comes last. A phone does without the
 * typeface at its first visit.
 * @param {string} html
 */
export function inOrderOfNeed(html) {
  const [script = ''] = /\s*<script\s+src="[^>]*><\/script>/.exec(html) ?? []
  const [styles = ''] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? []
  if (script === '' || styles === '')
    throw new Error('index.html has no script or styles to wait for')
  const named = styles.replace('rel="stylesheet"', 'rel="preload" as="style"')
  return html
    .replace(script, '')
    .replace(styles, script + styles)
    .replace(/\s*<script type="module"/, (module) => named + module)
    .replace('as="font"', 'as="font" media="(min-width: 48rem)"')
}

/**
 * The manifest for a path of a web server.
 * @param {string} manifest
 * @param {string} base
 */
export function rebased(manifest, base) {
  return JSON.stringify(
    JSON.parse(manifest, (_, value) =>
      typeof value === 'string' && value.startsWith('/') ? base + value.slice(1) : value,
    ),
    null,
    2,
  )
}

/**
 * Imports a TypeScript module, which Node 20 can't do itself.
 * @template T
 * @param {string} file in the checkout
 * @returns {Promise<T>}
 */
async function load(file) {
  const { module } = await /** @type {typeof runnerImport<T>} */ (runnerImport)(
    path.join(root, file),
  )
  return module
}
