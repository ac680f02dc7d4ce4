import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { toHtml } from '../../testing/fake-document.ts'
import type { FakeNode } from '../../testing/fake-document.ts'
import { cut, rig, streamed } from '../../testing/streaming.ts'

const words = fc.stringMatching(/^[a-z*`_[\]()~<>&!\\.:1$^-]{1,8}( [a-z*`_|[\]()$]{1,6}){0,4}$/)
const starter = fc.constantFrom(
  ...'|- |* |1. |2. |10) |> |# |```|```js|~~~|    |- [ ] |---|===|--|[a]: /b|[b]:|"t|- - |+'.split(
    '|',
  ),
  '',
  '\t',
  '| a | b |',
  '$$',
  '$$x',
  '$$ x $$',
  '\\[',
  '\\]',
  'a $x$ b',
  'a^1,2^ [REF]0[/REF]',
  'a[^1] b[^b]',
  '[^1]: ',
  '[^b]:',
  '> [!NOTE]',
  'a<br>b <sub>c</sub> <kbd>*d</kbd>*',
  '**中。**文',
  '|---|---|',
)
const indent = fc.constantFrom('', '', '', '  ', '   ', '    ', '      ', '> ', '\t')
const line = fc
  .tuple(indent, starter, fc.oneof(words, fc.constant('')))
  .map((parts) => parts.join(''))
const documents = fc.array(line, { minLength: 1, maxLength: 40 }).map((lines) => lines.join('\n'))
const sizes = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 30 })

/** Streams a text, one piece per frame, and returns the rig before and after the end. */
function run(source: string, pieces: readonly number[]) {
  const made = rig()
  for (const piece of cut(source, pieces)) {
    made.view.append(piece)
    made.frame()
  }
  return made
}

describe('a text of lines made to confuse', () => {
  it('looks the same however it was cut', () => {
    fc.assert(
      fc.property(documents, sizes, (source, pieces) => {
        expect(streamed(cut(source, pieces))).toBe(streamed([source]))
      }),
      { numRuns: 2000 },
    )
  })

  it('is shown before it ends as it is after, where no reference is defined', () => {
    fc.assert(
      fc.property(documents, sizes, (source, pieces) => {
        fc.pre(!source.includes(']:'))
        const made = run(`${source}\n\nend\n\n`, pieces)
        made.settle()
        const before = made.html()
        made.view.finish()
        made.settle()
        expect(made.html()).toBe(before)
        expect(made.view.repaired).toBe(0)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a frozen block', () => {
  it('keeps its elements when the text ends', () => {
    const made = run('# Title\n\n- one\n- two\n\nSee [later].\n\n```js\ncode\n```\n\n', [7])
    made.view.append('[later]: https://a.example\n')
    made.frame()
    const before = elements(made.node)
    made.view.finish()
    made.settle()
    const after = new Set(elements(made.node))
    expect(before.filter((node) => !after.has(node))).toEqual([])
    expect(made.html()).toContain('<a href="https://a.example">later</a>')
  })

  it('leaves no node behind that the end has to make again', () => {
    const source = sample(4000)
    const made = run(source, [16])
    const before = made.node.ownerDocument.made
    made.view.finish()
    made.settle()
    expect(made.node.ownerDocument.made - before).toBeLessThan(20)
  })
})

describe('the cost of a long text', () => {
  const shapes: [string, string][] = [
    ['a mixed answer', sample(256_000)],
    ['one list', '- an item of a list with **some** words in it\n'.repeat(5700)],
    ['one nested list', '- outer\n  - inner item with words\n  - another one\n'.repeat(5000)],
    ['one list in one item', `- outer\n${'  - inner item with words\n'.repeat(9000)}`],
    ['one loose list', '- an item\n\n  with a second paragraph\n\n'.repeat(7000)],
    ['one table', `| a | b |\n|---|---|\n${'| some cell | `other` cell |\n'.repeat(9000)}`],
    ['a wide table', `| ${'head '.repeat(2000)}| b |\n|---|---|\n${'a|b\n'.repeat(1000)}`],
    ['one fence', `\`\`\`js\n${'const a = 1 // a line\n'.repeat(11_000)}`],
    ['one fence in a list', `- a\n\n  \`\`\`\n${'  a line of code here\n'.repeat(11_000)}`],
    ['one line', 'word '.repeat(13_000)],
    ['one line of code', `\`\`\`\n${'x = 1; '.repeat(9000)}`],
    ['one paragraph', 'some words in *a* line\n'.repeat(2800)],
    ['one quotation', '> some words in *a* line\n'.repeat(2600)],
    ['open brackets', '['.repeat(30_000)],
    ['blank lines', '\n'.repeat(60_000)],
    ['definitions', '[a]: /b\n'.repeat(8000)],
    ['notes', '[^1]: some words\n'.repeat(4000)],
    ['one note', `[^1]: a\n\n${'    some words in a line\n'.repeat(2600)}`],
    ['one alert', `> [!NOTE]\n${'> some words in *a* line\n'.repeat(2600)}`],
    ['open tags', '<sub>'.repeat(6000)],
    ['tags', 'H<sub>2</sub>O<br>'.repeat(3000)],
  ]

  it.each(shapes)('is at most 48 tokenised characters for each of %s', (_, source) => {
    const made = rig()
    for (let at = 0; at < source.length; at += 16) {
      made.view.append(source.slice(at, at + 16))
      made.frame()
    }
    expect(made.view.tokenised / source.length).toBeLessThan(48)
  })

  it('is at most 6 tokenised characters for each of a paragraph that comes at once', () => {
    const { view, settle } = rig()
    view.append('word '.repeat(128_000))
    view.finish()
    settle()
    expect(view.tokenised / view.text.length).toBeLessThan(6)
  })
})

describe('text received', () => {
  it('is given back as it came, with any line endings', () => {
    const { view, settle, html } = rig()
    for (const piece of ['a\r', '\nb\r', 'c', '\0', '\r']) view.append(piece)
    expect(view.text).toBe('a\r\nb\rc\0\r')
    view.finish()
    settle()
    expect(html()).toBe('<p>a\nb\nc\ufffd</p>')
  })

  it('is painted once per frame, however many pieces come', () => {
    const { view, frame } = rig()
    for (const piece of 'some words') view.append(piece)
    expect([frame(), frame()]).toEqual([true, false])
  })

  it('is taken in slices, so that a long text makes no long task', () => {
    const { view, node, frame, settle, html } = rig()
    const source = sample(100_000)
    view.append(source)
    view.finish()
    frame()
    expect(toHtml(node).length).toBeLessThan(40_000)
    settle()
    expect(html()).toBe(streamed([source]))
  })

  it.each([
    ['late', 100, 50, 150],
    ['in time', 16, 3, 15],
  ])('is taken in slices that fit a device whose frames come %s', (_, frameMs, least, most) => {
    const { view, frame, html } = rig()
    const source = sample(100_000)
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => time)
    view.append(source)
    view.finish()
    let frames = 0
    for (; view.tokenised < source.length && frame(); frames += 1) time += frameMs
    vi.restoreAllMocks()
    expect(frames).toBeGreaterThan(least)
    expect(frames).toBeLessThan(most)
    while (frame());
    expect(html()).toBe(streamed([source]))
  })

  it('is put into sections of a limited length, however much comes at once', () => {
    const { view, node, settle } = rig()
    view.append(sample(64_000))
    view.finish()
    settle()
    const groups = node.childNodes.map(({ childNodes }) => childNodes)
    expect(Math.max(...groups.flat().map((section) => text(section).length))).toBeLessThan(5000)
    expect(Math.max(...groups.map(({ length }) => length))).toBe(8)
  })

  it('is compared with the whole a few blocks a frame when it ends', () => {
    const { view, frame } = run(sample(20_000), [1000])
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1))
    view.finish()
    let frames = 0
    while (frame()) frames += 1
    vi.restoreAllMocks()
    expect(frames).toBeGreaterThan(10)
  })

  it('ends after destroy', () => {
    const { view, frame, html } = rig()
    view.append('a')
    view.destroy()
    view.append('b')
    expect([frame(), html()]).toEqual([false, ''])
  })
})

describe('a code block', () => {
  it('is coloured once, after it is closed, in its own chunks', async () => {
    const asked: string[] = []
    const made = rig({
      highlight(code, language) {
        asked.push(`${language}:${code.length}`)
        return Promise.resolve([
          ['hl-keyword', 5],
          ['', code.length - 5],
        ])
      },
    })
    const code = 'const a = 1\n'.repeat(100)
    for (const piece of cut(`\`\`\`js\n${code}`, [50])) {
      made.view.append(piece)
      made.frame()
    }
    expect(asked).toEqual([])
    made.view.append('```\n\nmore')
    made.frame()
    await Promise.resolve()
    made.settle()
    expect(asked).toEqual([`js:${code.length}`])
    const plain = made.html()
    expect(plain).toContain('<span class="hl-keyword">const</span> a = 1')
    expect(text(made.node)).toContain(code)
  })

  it('stays plain when colouring fails', async () => {
    const made = rig({ highlight: () => Promise.resolve(null) })
    made.view.append('```js\na\n```\n')
    made.view.finish()
    await Promise.resolve()
    made.settle()
    expect(made.html()).toBe('<pre><code class="language-js">a\n</code></pre>')
  })

  it('shows bidirectional controls', () => {
    expect(streamed(['```\na\u202eb\n```\n\n`c\u2066`'])).toBe(
      '<pre><code>a[U+202E]b\n</code></pre><p><code>c[U+2066]</code></p>',
    )
  })
})

function elements(node: FakeNode): FakeNode[] {
  return node.childNodes.flatMap((child) => [child, ...elements(child)])
}

function text(node: FakeNode): string {
  return node.tag === '#text' ? node.data : node.childNodes.map(text).join('')
}

/** A text of every kind of block, of about `length` characters. */
function sample(length: number): string {
  const part = [
    '## A heading with `code`\n\nA paragraph with **strong**, *emphasis* and a [link](https://a.example/b).',
    'Another that runs over\ntwo lines, and names https://b.example as well as `code_here`.',
    '- first item with words\n- second item\n  - nested one\n  - nested two\n- third',
    '1. Do this:\n\n   ```sh\n   npm install\n   npm test\n   ```\n\n2. Then that.',
    '```ts\nexport function f(a: number): number {\n  return a + 1\n}\n```',
    '| name | value |\n|------|------:|\n| one | 1 |\n| two | 2 |\n| three | 3 |',
    '> A quotation\n> of two lines.\n\n---',
  ].join('\n\n')
  return `${part}\n\n`.repeat(Math.ceil(length / part.length)).slice(0, length)
}

describe('an open code span', () => {
  const shown = (text: string) => {
    const made = rig()
    made.view.append(text)
    made.frame()
    return made.html()
  }

  it('behavior: is code while it arrives, in a paragraph and in a cell', () => {
    expect(shown('Set `temperat')).toContain('<p>Set <code>temperat</code></p>')
    expect(shown('| a | b |\n|---|---|\n| `n')).toContain('<code>n</code>')
  })

  it('behavior: shows no backtick before its first character', () => {
    expect(shown('Set `')).not.toContain('`')
    expect(shown('Set ``')).not.toContain('`')
  })

  it('behavior: a backtick within code that is not a span stays', () => {
    expect(shown('```sh\necho `date')).toContain('echo `date')
  })
})

describe('a citation marker without its source', () => {
  it('behavior: is its number and not the marker', () => {
    const html = streamed(['It boils [REF]0, 2[/REF].'])
    expect(html).not.toContain('>[REF]')
    expect(html).toContain('[1, 3]')
  })

  it('behavior: a number that may be an exponent stays as written', () => {
    expect(streamed(['10^2^'])).toContain('^2^')
  })
})
