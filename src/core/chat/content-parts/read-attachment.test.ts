import { expect, test } from 'vitest'

import { fakeMedia } from '../testing/fake-media.ts'
import { fakeChat } from '../testing/fake-world.ts'
import { readAttachment } from './read-attachment.ts'

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
