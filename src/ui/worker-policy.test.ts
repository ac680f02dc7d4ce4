import { readdirSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { checkWorkerUrl } from './worker-policy.ts'

const page = 'https://app.example/chat'

const workers = readdirSync(path.join(import.meta.dirname, '..'), {
  recursive: true,
  encoding: 'utf8',
}).flatMap((file) => (file.endsWith('.worker.ts') ? path.basename(file, '.ts') : []))

describe('checkWorkerUrl', () => {
  it.each([
    [
      '/assets/highlight.worker-B1x_9-aQ.js',
      'https://app.example/assets/highlight.worker-B1x_9-aQ.js',
    ],
    [
      '/src/ui/markdown/highlight.worker.ts?worker_file&type=module',
      'https://app.example/src/ui/markdown/highlight.worker.ts?worker_file&type=module',
    ],
    ['/assets/snippet.worker-B1x_9-aQ.js', 'https://app.example/assets/snippet.worker-B1x_9-aQ.js'],
  ])('lets a built worker through: %s', (url, href) => {
    expect(checkWorkerUrl(url, page)).toBe(href)
  })

  it.each(workers)('lets every worker of the sources through: %s', (name) => {
    const url = `https://app.example/assets/${name}-B1x_9-aQ.js`
    expect(checkWorkerUrl(url, page)).toBe(url)
  })

  it.each([
    'https://other.example/assets/highlight.worker-B1x_9-aQ.js',
    '//other.example/assets/highlight.worker.js',
    '/assets/index-B1x_9-aQ.js',
    'data:text/javascript,highlight.worker.js',
    'blob:https://app.example/highlight.worker.js',
    'javascript:highlight.worker.js',
    '/uploads/highlight.worker.js.png',
    '',
  ])('refuses %j', (url) => {
    expect(() => checkWorkerUrl(url, page)).toThrow(TypeError)
  })
})
