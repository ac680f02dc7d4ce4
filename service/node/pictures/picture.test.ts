import fc from 'fast-check'
import sharp from 'sharp'
import { expect, it } from 'vitest'

import { firstWords, textStrip } from '../../app/images/picture-codec.ts'
import { anyCharacter } from '../../testing/fuzz/arbitraries.ts'
import { textSvg } from './picture.ts'

it('escapes whatever it draws, so that it stays text', () => {
  const hostile = `</text><image href="file:///etc/passwd"/> & 'x'\0`
  const svg = textSvg(textStrip(hostile, { width: 300, height: 200 }, 'title'))
  expect(svg.toString()).toContain(
    '&lt;/text&gt;&lt;image href=&quot;file:///etc/passwd&quot;/&gt; &amp; &#39;x&#39;</text>',
  )
})

it('is drawn whatever the text, within the picture', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: anyCharacter, maxLength: 100 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 500 }),
      async (text, width, height) => {
        const drawn = await sharp(textSvg(textStrip(text, { width, height }, 'caption'))).metadata()
        expect(drawn.width).toBe(width)
        expect(drawn.height).toBeLessThanOrEqual(height)
      },
    ),
    { numRuns: 50 },
  )
})

it('captions with the first words', () => {
  expect(firstWords('  one two ')).toBe('one two')
  expect(firstWords('a b c d e f g')).toBe('a b c d e f …')
})
