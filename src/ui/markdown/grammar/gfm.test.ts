import { describe, expect, it } from 'vitest'

import { comparable, cut, streamed } from '../../testing/streaming.ts'

const table = (head: string, body: string) =>
  `<table><thead><tr>${head}</tr></thead>${body && `<tbody>${body}</tbody>`}</table>`
const box = '<input type="checkbox" disabled="" />'
const ticked = '<input type="checkbox" disabled="" checked="" />'
const link = (href: string, words = href) => `<a href="${href}">${words}</a>`

const examples: Record<string, [source: string, html: string][]> = {
  tables: [
    [
      '| a | b |\n|---|---|\n| 1 | 2 |',
      table('<th>a</th><th>b</th>', '<tr><td>1</td><td>2</td></tr>'),
    ],
    ['a | b\n-|-\n1 | 2', table('<th>a</th><th>b</th>', '<tr><td>1</td><td>2</td></tr>')],
    ['| a |\n|---|', table('<th>a</th>', '')],
    [
      '| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |',
      table(
        '<th align="left">a</th><th align="center">b</th><th align="right">c</th>',
        '<tr><td align="left">1</td><td align="center">2</td><td align="right">3</td></tr>',
      ),
    ],
    ['| a\\|b |\n|---|\n| `x\\|y` |', table('<th>a|b</th>', '<tr><td><code>x|y</code></td></tr>')],
    ['| a | b |\n|---|---|\n| 1 |', table('<th>a</th><th>b</th>', '<tr><td>1</td><td></td></tr>')],
    ['| a |\n|---|\n| 1 | 2 |', table('<th>a</th>', '<tr><td>1</td></tr>')],
    ['| a | b |\n|---|\n', '<p>| a | b |\n|---|</p>'],
    ['| a |\n|---|\n| 1 |\n\nend', `${table('<th>a</th>', '<tr><td>1</td></tr>')}<p>end</p>`],
    [
      '| a |\n|---|\n| 1 |\n> q',
      `${table('<th>a</th>', '<tr><td>1</td></tr>')}<blockquote><p>q</p></blockquote>`,
    ],
    ['text\n| a |\n|---|\n| 1 |', `<p>text</p>${table('<th>a</th>', '<tr><td>1</td></tr>')}`],
    [
      '- | a |\n  |---|\n  | 1 |',
      `<ul><li>${table('<th>a</th>', '<tr><td>1</td></tr>')}</li></ul>`,
    ],
    [
      '| **a** |\n|---|\n| ~~b~~ |',
      table('<th><strong>a</strong></th>', '<tr><td><s>b</s></td></tr>'),
    ],
    [
      '| a |\n|---|\n| 1 |\n| 2 |\n| 3 |',
      table('<th>a</th>', '<tr><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr>'),
    ],
  ],
  strikethrough: [
    ['~~Hi~~ Hello', '<p><s>Hi</s> Hello</p>'],
    ['a~~b~~c', '<p>a<s>b</s>c</p>'],
    ['~~new\n\nparagraph~~', '<p>~~new</p><p>paragraph~~</p>'],
    ['~~a **b** c~~', '<p><s>a <strong>b</strong> c</s></p>'],
    ['~~ a ~~', '<p>~~ a ~~</p>'],
    ['`~~a~~`', '<p><code>~~a~~</code></p>'],
    ['\\~~a~~', '<p>~~a~~</p>'],
    ['~a~', '<p>~a~</p>'],
  ],
  'task lists': [
    ['- [ ] foo\n- [x] bar', `<ul><li>${box} foo</li><li>${ticked} bar</li></ul>`],
    ['1. [X] a', `<ol><li>${ticked} a</li></ol>`],
    ['- [x]', '<ul><li>[x]</li></ul>'],
    ['- [x]y', '<ul><li>[x]y</li></ul>'],
    ['- [ ] a\n\n- [x] b', `<ul><li><p>${box} a</p></li><li><p>${ticked} b</p></li></ul>`],
    ['- a\n  - [ ] b', `<ul><li>a<ul><li>${box} b</li></ul></li></ul>`],
    ['[ ] a', '<p>[ ] a</p>'],
    ['- \\[ ] a', `<ul><li>${box} a</li></ul>`],
    ['- [ ] **a**', `<ul><li>${box} <strong>a</strong></li></ul>`],
  ],
  autolinks: [
    ['www.commonmark.org', `<p>${link('http://www.commonmark.org', 'www.commonmark.org')}</p>`],
    [
      'Visit www.commonmark.org/help for more.',
      `<p>Visit ${link('http://www.commonmark.org/help', 'www.commonmark.org/help')} for more.</p>`,
    ],
    [
      'Visit www.commonmark.org.',
      `<p>Visit ${link('http://www.commonmark.org', 'www.commonmark.org')}.</p>`,
    ],
    ['http://commonmark.org', `<p>${link('http://commonmark.org')}</p>`],
    ['(see https://a.example/b(c)d)', `<p>(see ${link('https://a.example/b(c)d')})</p>`],
    ['**https://a.example**', `<p><strong>${link('https://a.example')}</strong></p>`],
    ['foo@bar.example', `<p>${link('mailto:foo@bar.example', 'foo@bar.example')}</p>`],
    [
      '[https://a.example](https://b.example)',
      `<p>${link('https://b.example', 'https://a.example')}</p>`,
    ],
    ['`https://a.example`', '<p><code>https://a.example</code></p>'],
    ['Read README.md and main.rs', '<p>Read README.md and main.rs</p>'],
    ['example.com', '<p>example.com</p>'],
    ['ftp://foo.bar.example', '<p>ftp://foo.bar.example</p>'],
    [
      'https://пример.example/ю',
      '<p><a href="https://xn--e1afmkfd.example/%D1%8E">https://пример.example/ю</a></p>',
    ],
  ],
}

const all = Object.entries(examples).flatMap(([extension, list]) =>
  list.map(([source, html]) => ({ extension, source, html })),
)

describe('GFM examples', () => {
  it.each(all)('$extension: $source', ({ source, html }) => {
    expect(comparable(streamed([source]))).toBe(comparable(html))
  })

  it.each(all)('at every split, $extension: $source', ({ source }) => {
    const whole = streamed([source])
    for (let at = 0; at <= source.length; at += 1) {
      expect(streamed([source.slice(0, at), source.slice(at)])).toBe(whole)
    }
    expect(streamed(cut(source, [1]))).toBe(whole)
  })
})
