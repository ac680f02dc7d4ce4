import { describe, expect, it } from 'vitest'

import { comparable, cut, streamed } from '../../testing/streaming.ts'

const mark = (label: string) =>
  `<sup data-source="[^${label}]"><button type="button" data-note="${label}">${label}</button></sup>`
const note = (label: string, html: string) =>
  `<button type="button" data-note="${label}">${label}</button>${html}`
const quote = (html: string) => `<blockquote>${html}</blockquote>`

const examples: Record<string, [source: string, html: string][]> = {
  // https://github.com/Mintplex-Labs/anything-llm/issues/1940
  tags: [
    ['one<br>two<br/>three<BR />four', '<p>one<br />two<br />three<br />four</p>'],
    [
      '| a |\n|---|\n| one<br>two |',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>one<br />two</td></tr></tbody></table>',
    ],
    ['H<sub>2</sub>O, x<SUP>**n**</sup>', '<p>H<sub>2</sub>O, x<sup><strong>n</strong></sup></p>'],
    ['<kbd>Ctrl</kbd>+<kbd>`</kbd>', '<p><kbd>Ctrl</kbd>+<kbd>`</kbd></p>'],
    ['<sup>a<sub>b</sub></sup>', '<p><sup>a<sub>b</sub></sup></p>'],
    ['**a<sub>b**c</sub>', '<p>**a<sub>b**c</sub></p>'],
    [
      '`<br>` and `<sub>x</sub>`',
      '<p><code>&lt;br&gt;</code> and <code>&lt;sub&gt;x&lt;/sub&gt;</code></p>',
    ],
    ['<sub>a `</sub>`', '<p>&lt;sub&gt;a <code>&lt;/sub&gt;</code></p>'],
    ['[<sub>a</sub>](/b)', '<p><a href="/b"><sub>a</sub></a></p>'],
    ['\\<br>', '<p>&lt;br&gt;</p>'],
    ['<sub>open', '<p>&lt;sub&gt;open</p>'],
    ['close</sub>', '<p>close&lt;/sub&gt;</p>'],
    [
      '<br class="x"> <sub id=a>b</sub>',
      '<p>&lt;br class=&quot;x&quot;&gt; &lt;sub id=a&gt;b&lt;/sub&gt;</p>',
    ],
    [
      '<u>a</u> <mark>b</mark> <T>',
      '<p>&lt;u&gt;a&lt;/u&gt; &lt;mark&gt;b&lt;/mark&gt; &lt;T&gt;</p>',
    ],
    ['<script>a</script>', '<p>&lt;script&gt;a&lt;/script&gt;</p>'],
  ],
  // https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1615
  notes: [
    ['Text[^1].\n\n[^1]: The first.', `<p>Text${mark('1')}.</p>${note('1', '<p>The first.</p>')}`],
    [
      'A[^a] b[^b]\n\n[^a]: One\n[^b]: Two\n    with two lines.',
      `<p>A${mark('a')} b${mark('b')}</p>${note('a', '<p>One</p>')}${note('b', '<p>Two\nwith two lines.</p>')}`,
    ],
    [
      'A[^1]\n\n[^1]: One\n\n    - list\n\nafter',
      `<p>A${mark('1')}</p>${note('1', '<p>One</p><ul><li>list</li></ul>')}<p>after</p>`,
    ],
    ['[^1]: First.\n\nThen[^1]', `${note('1', '<p>First.</p>')}<p>Then${mark('1')}</p>`],
    [
      'A[^1]\n\n[^1]: https://a.example',
      `<p>A${mark('1')}</p>${note('1', '<p><a href="https://a.example">https://a.example</a></p>')}`,
    ],
    ['- a[^1]\n\n[^1]: b', `<ul><li>a${mark('1')}</li></ul>${note('1', '<p>b</p>')}`],
    ['[a[^1]](/b)\n\n[^1]: c', `<p><a href="/b">a[^1]</a></p>${note('1', '<p>c</p>')}`],
    ['None[^1] of [^0-9].', '<p>None[^1] of [^0-9].</p>'],
    ['`[^1]`\n\n[^1]: a', `<p><code>[^1]</code></p>${note('1', '<p>a</p>')}`],
    ['[^1]:', note('1', '')],
  ],
  alerts: [
    ['> [!NOTE]\n> Useful.', quote('<p>Note</p><p>Useful.</p>')],
    ['> [!warning]\n> a\n> b\n>\n> - c', quote('<p>Warning</p><p>a\nb</p><ul><li>c</li></ul>')],
    ['> [!TIP]\n>\n> Useful.', quote('<p>Tip</p><p>Useful.</p>')],
    ['> [!NOTE] more', quote('<p>[!NOTE] more</p>')],
    ['> [!OTHER]\n> more', quote('<p>[!OTHER]\nmore</p>')],
    ['> a\n> [!NOTE]', quote('<p>a\n[!NOTE]</p>')],
    ['[!NOTE]\na', '<p>[!NOTE]\na</p>'],
  ],
}

const all = Object.entries(examples).flatMap(([kind, list]) =>
  list.map(([source, html]) => ({ kind, source, html })),
)

describe('what models write beside GFM', () => {
  it.each(all)('$kind: $source', ({ source, html }) => {
    expect(comparable(streamed([source]))).toBe(comparable(html))
  })

  it.each(all)('at every split, $kind: $source', ({ source }) => {
    const whole = streamed([source])
    for (let at = 0; at <= source.length; at += 1) {
      expect(streamed([source.slice(0, at), source.slice(at)])).toBe(whole)
    }
    expect(streamed(cut(source, [1]))).toBe(whole)
  })
})
