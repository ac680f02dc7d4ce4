import { describe, expect, it } from 'vitest'

import { checkWorkerUrl } from './worker-policy.ts'

const page = 'https://app.example/chat'

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
