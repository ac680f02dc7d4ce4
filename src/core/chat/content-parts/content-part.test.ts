import { describe, expect, it, test } from 'vitest'

import { contentPartSchema } from '../../../../contract/chat/messages.ts'
import { validate } from '../../../../contract/validation.ts'
import type { Attachment } from '../attachments/attachment.ts'
import { guessKind, urlAttachment, urlError } from '../attachments/url-attachment.ts'
import { fakeMedia } from '../testing/fake-media.ts'
import { fakeChat } from '../testing/fake-world.ts'
import { contentPart, dataPrefix, readAttachment } from './content-part.ts'

const blob = new Blob(['x'])
const base = { id: '1', name: 'a', cached: true }
const header = { orientation: 1, metadata: false, location: false, bytes: 1 }

const drafts: Attachment[] = [
  { ...base, kind: 'text', text: 'Hello' },
  { ...base, kind: 'image', source: { blob }, facts: { type: 'webp', ...header } },
  { ...base, kind: 'image', source: { url: 'https://a.example/b.png' } },
  { ...base, kind: 'audio', blob, format: 'pcm16', container: 'raw' },
  { ...base, kind: 'video', source: { blob }, format: 'mov' },
  { ...base, kind: 'video', source: { url: 'https://a.example/b' } },
  { ...base, kind: 'file', source: { blob }, mediaType: 'text/csv', label: 'CSV' },
]

const encoded = (draft: Attachment) => contentPart(draft, `${dataPrefix(draft)}eA==`)

describe('a draft as a content part', () => {
  it.each(drafts.map((draft) => [draft.kind, draft] as const))(
    'is what the contract accepts, with its mark: %s',
    (_kind, draft) => {
      const part = encoded(draft)
      expect(validate(contentPartSchema, part)).toEqual({ ok: true, value: part })
      expect(part).toHaveProperty('cache_control', { type: 'ephemeral' })
      expect(encoded({ ...draft, cached: false })).not.toHaveProperty('cache_control')
    },
  )

  it('spells every type as the contract does', () => {
    expect(drafts.map((draft) => encoded({ ...draft, cached: false }))).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'image_url', image_url: { url: 'data:image/webp;base64,eA==' } },
      { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
      { type: 'input_audio', input_audio: { data: 'eA==', format: 'pcm16' } },
      { type: 'video_url', video_url: { url: 'data:video/quicktime;base64,eA==' } },
      { type: 'video_url', video_url: { url: 'https://a.example/b' } },
      { type: 'file', file: { file_data: 'data:text/csv;base64,eA==', filename: 'a' } },
    ])
  })
})

describe('an address', () => {
  it.each(['https://a.example/x.png', 'http://a.example'])('can be sent: %s', (url) => {
    expect(urlError(url, 'image')).toBeUndefined()
  })

  it.each(['', 'cat.png', 'ftp://a.example', 'javascript:alert(1)', 'data:image/png;base64,eA=='])(
    'that is none is refused with a reason: %j',
    (url) => {
      expect(urlError(url, 'image')).toMatch(/\.$/)
    },
  )

  it('shows by its end what it leads to', () => {
    expect(guessKind('https://a.example/x.JPG?w=1')).toBe('image')
    expect(guessKind('https://a.example/x.mov')).toBe('video')
    expect(guessKind('https://a.example/x.pdf')).toBe('file')
    expect(guessKind('https://a.example/')).toBeUndefined()
    expect(urlAttachment('https://a.example/a%20b.pdf', 'file').name).toBe('a b.pdf')
  })
})

const notes = new File(['words'], 'notes.txt')

test('a file becomes the content part that was asked for', async () => {
  const { client } = fakeChat()
  expect(await readAttachment(client, fakeMedia(), notes, 'file')).toMatchObject({
    attachment: { kind: 'file', name: 'notes.txt' },
    part: { type: 'file', file: { filename: 'notes.txt' } },
  })
  expect(await readAttachment(client, fakeMedia(), notes)).toMatchObject({ part: { type: 'file' } })
})

test('a file of another kind, or one the service would refuse, is named', async () => {
  const { client } = fakeChat()
  expect(await readAttachment(client, fakeMedia(), notes, 'image')).toContain('notes.txt')
  const empty = new File([], 'empty.txt')
  expect(await readAttachment(client, fakeMedia(), empty, 'file')).toContain('empty.txt')
})
