import { expect, test } from 'vitest'

import { deriveTitle } from './derive-title.ts'

const picture = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AA==' } }

test.each([
  ['its first line', 'One\nTwo', 'One'],
  [
    'the text beside what is attached',
    [picture, { type: 'text' as const, text: ' What? ' }],
    'What?',
  ],
  ['what is attached, where there is no text', [picture, picture], 'Image'],
  ['nothing, where there is nothing', '', ''],
  ['a beginning of a long line', 'x'.repeat(61), `${'x'.repeat(59)}…`],
])('a conversation is called by %s', (_, content, title) => {
  expect(deriveTitle({ content })).toBe(title)
})
