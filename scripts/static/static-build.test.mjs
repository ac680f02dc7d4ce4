// @ts-check
import { expect, test } from 'vitest'

import { headersFile, redirectsFile, vercelFile } from './hosts.mjs'
import { inOrderOfNeed, readBase, rebased, withPolicy } from './static-build.mjs'

test.for([
  ['', '/'],
  ['/', '/'],
  ['playground', '/playground/'],
  ['/a/b-c/', '/a/b-c/'],
])('the path %j on the web server is %j', ([given, base]) => {
  expect(readBase(String(given))).toBe(base)
})

test.for(['https://example.com/x', '../x', '/a b/', '/a//b'])('%j is no path', (given) => {
  expect(() => readBase(given)).toThrow('must be a path')
})

test('the policy is in the page before anything that loads, without what a page cannot say', () => {
  const html = withPolicy(
    '<head><meta charset="utf-8" /><link rel="icon" href="/i.svg">',
    [
      "default-src 'none'",
      "frame-ancestors 'none'",
      'trusted-types pg-worker',
      'report-to csp',
    ].join('; '),
  )
  expect(html).toContain(`content="default-src 'none'; trusted-types pg-worker"`)
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<link'))
})

test('what the page waits for comes last, and a phone does without the typeface', () => {
  const script = '<script  src="/before.js" integrity="sha256-b"></script>'
  const html = inOrderOfNeed(
    `<link rel="preload" href="/i.woff2" as="font" crossorigin /><script type="importmap">{}</script>${script}<script type="module" crossorigin src="/a.js"></script><link rel="stylesheet" crossorigin href="/s.css" integrity="sha256-s"></head>`,
  )
  const tags = [...html.matchAll(/<(?:script|link)[^>]*>/g)].map(([tag]) => tag)
  expect(tags).toEqual([
    '<link rel="preload" href="/i.woff2" as="font" media="(min-width: 48rem)" crossorigin />',
    '<script type="importmap">',
    '<link rel="preload" as="style" crossorigin href="/s.css" integrity="sha256-s">',
    '<script type="module" crossorigin src="/a.js">',
    '<script  src="/before.js" integrity="sha256-b">',
    '<link rel="stylesheet" crossorigin href="/s.css" integrity="sha256-s">',
  ])
})

test('the manifest follows the app into its folder', () => {
  const manifest = { scope: '/', start_url: '/chat', icons: [{ src: '/i.png', sizes: 'any' }] }
  expect(JSON.parse(rebased(JSON.stringify(manifest), '/p/'))).toEqual({
    scope: '/p/',
    start_url: '/p/chat',
    icons: [{ src: '/p/i.png', sizes: 'any' }],
  })
})

const site = {
  base: '/p/',
  areas: ['/chat'],
  workers: [{ path: 'assets/snippet.worker-12345678.js', policy: "default-src 'none'" }],
  pageHeaders: { 'Reporting-Endpoints': 'csp="/__csp"', 'Origin-Agent-Cluster': '?1' },
}

test('a host is told the headers of everything, of scripts, and of each worker', () => {
  const blocks = headersFile(site).split('\n\n')
  expect(blocks.map((block) => block.split('\n')[0])).toEqual([
    '/p/*',
    '/p/assets/*',
    '/p/assets/snippet.worker-12345678.js',
  ])
  expect(blocks[0]).toContain("\n  Content-Security-Policy: frame-ancestors 'none'")
  expect(blocks[0]).not.toContain('Reporting-Endpoints')
  expect(blocks[2]).toContain("\n  Content-Security-Policy: default-src 'none'")

  const { headers, rewrites } = JSON.parse(vercelFile(site))
  expect(headers.map((/** @type {{ source: string }} */ { source }) => source)).toEqual([
    '/p/(.*)',
    '/p/assets/(.*)',
    '/p/assets/snippet.worker-12345678.js',
  ])
  expect(rewrites).toEqual([{ source: '/p/chat/:path*', destination: '/p/index.html' }])
})

test('a reload of what is below an area gets the app', () => {
  expect(redirectsFile(site)).toBe('/p/chat/* /p/ 200\n')
})
