import { beforeEach, expect, it } from 'vitest'

import { loadSharedContent, storeSharedContent } from './shared-content.ts'

let stored: Map<string, Response>

const caches = {
  open: async () => ({
    keys: async () => [...stored.keys()],
    put: async (key: string, response: Response) => void stored.set(key, response),
    match: async (key: string) => stored.get(key),
    delete: async (key: string) => stored.delete(key),
  }),
} as unknown as CacheStorage

/** The request that the browser makes of what was shared. */
function shared(fields: Record<string, string | File>): Request {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return new Request('https://app.test/share', { method: 'POST', body })
}

beforeEach(() => {
  stored = new Map()
})

it('brings text, URL and files to the page, once', async () => {
  const picture = new File([new Uint8Array([1, 2, 3])], 'cat.png', { type: 'image/png' })
  const fields = { title: 'A cat', text: 'Look', url: 'https://cats.example/', files: picture }
  await storeSharedContent(caches, '/shared/1', shared(fields))
  const content = await loadSharedContent(caches, '/shared/1')
  expect(content?.text).toBe('A cat\nLook\nhttps://cats.example/')
  expect(content?.files.map(({ name, type, size }) => [name, type, size])).toEqual([
    ['cat.png', 'image/png', 3],
  ])
  expect(await loadSharedContent(caches, '/shared/1')).toBeUndefined()
})

it('leaves out what is empty or said twice', async () => {
  const url = 'https://cats.example/'
  const nothing = new File([], '')
  const fields = { title: 'A cat', text: `A cat ${url}`, url, files: nothing }
  await storeSharedContent(caches, '/shared/1', shared(fields))
  const content = await loadSharedContent(caches, '/shared/1')
  expect(content).toEqual({ text: `A cat ${url}`, files: [] })
  await storeSharedContent(caches, '/shared/2', shared({ title: 'Same', text: 'Same' }))
  expect((await loadSharedContent(caches, '/shared/2'))?.text).toBe('Same')
})

it('forgets the oldest of what no page has read', async () => {
  for (const key of ['1', '2', '3', '4', '5'])
    await storeSharedContent(caches, key, shared({ text: key }))
  expect([...stored.keys()]).toEqual(['2', '3', '4', '5'])
})

it('behavior: names the website that it came from, and another app as none', async () => {
  const request = shared({ text: 'Hi' })
  Object.defineProperty(request, 'referrer', { value: 'https://evil.example/page?secret=1' })
  await storeSharedContent(caches, '1', request)
  expect(await loadSharedContent(caches, '1')).toEqual({
    from: 'https://evil.example',
    text: 'Hi',
    files: [],
  })
  await storeSharedContent(caches, '2', shared({ text: 'Hi' }))
  expect(await loadSharedContent(caches, '2')).toEqual({ text: 'Hi', files: [] })
})

it('behavior: stores nothing that would fill the disk', async () => {
  const files = new File([new Uint8Array(65 * 1024 * 1024)], 'large.bin')
  await expect(storeSharedContent(caches, '1', shared({ files }))).rejects.toThrow('bytes')
  expect(stored.size).toBe(0)
})

it('rejects what is no form', async () => {
  const request = new Request('https://app.test/share', { method: 'POST', body: 'text' })
  await storeSharedContent(caches, '/shared/1', request)
  await expect(loadSharedContent(caches, '/shared/1')).rejects.toThrow('Content-Type')
})
