import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { attributeOf, htmlText, walkMarkup } from './markup.ts'

describe('the text of a page', () => {
  it.each([
    ['<p>One</p><p>Two<p>Three', 'One\n\nTwo\nThree'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<ul><li>One<li>Two</ul>', '- One\n- Two'],
    ['<table><tr><td>a<td>b</table>', 'a\tb'],
    [
      'a &lt;b&gt; &amp;amp; &#65;&#x42; &nbsp;c &unknown; &#0;',
      'a <b> &amp; AB c &unknown; \uFFFD',
    ],
    ['<script>if (a < b) "</p>"</script>x<style>y</style><SCRIPT >z</SCRIPT >', 'x'],
    ['<!-- <p>no</p> -->yes<!doctype html><?xml?>', 'yes'],
    ['<a title="x > y" href=\'>\'>link</a>', 'link'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['<![CDATA[<raw>]]>', '<raw>'],
    ["<p class=it's>fine</p>", 'fine'],
    ['<script>never closed', ''],
    ['<p title="never closed', ''],
  ])('of %j is %j', (source, text) => {
    expect(htmlText(source).text).toBe(text)
  })

  it('has its title apart', () => {
    expect(htmlText('<title> A\n B </title><h1>C</h1>')).toEqual({ title: 'A B', text: 'C' })
  })

  it('is found in any text, and never holds a script', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<',
        '>',
        '"',
        '<p',
        '</p>',
        '<!--',
        '-->',
        '<script>',
        '</script>',
        '&#',
        ';',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { text } = htmlText(`${pieces.join('')}`)
        expect(typeof text).toBe('string')
        expect(htmlText(`<script>secret</script>`).text).toBe('')
      }),
    )
  })

  it.each(['<', '<a "', '<!--', '<p title="', '<script>', '&#', '<![CDATA[', '</', "<a ='"])(
    'takes time in proportion to its length, even for %j over and over',
    (piece) => {
      const source = piece.repeat(1_000_000 / piece.length)
      const started = process.cpuUsage()
      htmlText(source)
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000)
    },
  )
})

describe('walking through markup', () => {
  it('names elements without prefix, and tells empty ones as opened and closed', () => {
    const seen: string[] = []
    walkMarkup('<w:p W:id="1"><A/>x</w:p>', {
      open: (name, attributes) => seen.push(`<${name}${attributes}>`),
      close: (name) => seen.push(`</${name}>`),
      text: (text) => seen.push(text),
    })
    expect(seen).toEqual(['<p W:id="1">', '<a/>', '</a>', 'x', '</p>'])
  })

  it('finds attributes by name, whatever their prefix and quotes', () => {
    const attributes = ` r:id="a&amp;b" href='c' data-id="no"`
    expect(attributeOf(attributes, 'id')).toBe('a&b')
    expect(attributeOf(attributes, 'href')).toBe('c')
    expect(attributeOf(attributes, 'ref')).toBeUndefined()
  })
})
