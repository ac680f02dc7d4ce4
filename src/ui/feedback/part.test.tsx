import { beforeEach, expect, test, vi } from 'vitest'

import { findLoadFault } from './part.tsx'

const OWN = ['/assets/shell-aaaa.js', '/assets/react-bbbb.js']

const pageWith = (...scripts: string[]) =>
  scripts.map((src) => `<script type="module" crossorigin src="${src}"></script>`).join('\n')

const from = (page: string, status = 200) =>
  findLoadFault(() => Promise.resolve(new Response(page, { status })), OWN)

beforeEach(() => vi.stubGlobal('location', { pathname: '/chat' }))

test('behavior: a newer build in the place of this one is told from a file that did not come', async () => {
  expect(await from(pageWith(...OWN))).toBe('unknown')
  expect(await from(pageWith('/assets/shell-cccc.js', '/assets/react-bbbb.js'))).toBe('updated')
  // Hosts of files respond to the path of an area with their page for what is missing.
  expect(await from(pageWith('/assets/shell-cccc.js'), 404)).toBe('updated')
})

test('behavior: a server that is gone, or another one, is no newer build', async () => {
  expect(await findLoadFault(() => Promise.reject(new TypeError('Failed to fetch')), OWN)).toBe(
    'unreachable',
  )
  expect(await from('<h1>It works!</h1>')).toBe('unknown')
})
