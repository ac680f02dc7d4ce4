import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cut, streamed } from '../../testing/streaming.ts'
import { formula, type FormulaNode } from './typeset.ts'

/** Marks what became a formula, so that it can be told from text. */
function formulas(source: string): string[] {
  const found: string[] = []
  const typeset = (tex: string, display: boolean) => {
    found.push(display ? `display: ${tex.trim()}` : tex)
    return Promise.resolve(null)
  }
  streamed(cut(source, [3]), { typeset })
  return [...new Set(found)]
}

describe('a formula', () => {
  it.each([
    ['Inline $e^{i\\pi} + 1 = 0$ here', ['e^{i\\pi} + 1 = 0']],
    ['the $n$th of $k$ and $\\alpha$-decay', ['n', 'k', '\\alpha']],
    ['with \\(a^2 + b^2\\) in it', ['a^2 + b^2']],
    ['a \\[x\\] b', ['display: x']],
    ['$$x = 1$$', ['display: x = 1']],
    ['text $$x = 1$$ more', ['display: x = 1']],
    [
      '$$\n\\int_0^1 x^2 \\, dx\n= \\frac{1}{3}\n$$\n\nend',
      ['display: \\int_0^1 x^2 \\, dx\n= \\frac{1}{3}'],
    ],
    ['text:\n\\[\na\n+ b\n\\]\nmore', ['display: a\n+ b']],
    ['- item\n\n  $$\n  y\n  $$\n', ['display: y']],
    ['> $$\n> z\n> $$\n', ['display: z']],
    ['| a |\n|---|\n| $x$ |\n', ['x']],
  ])('is found in %j', (source, expected) => {
    expect(formulas(source)).toEqual(expected)
  })

  it.each([
    'It costs $5 and $6.',
    'From $5 to 10$ each',
    'US$5 and CA$',
    '$5-$10',
    '$HOME:$PATH',
    'about $1,000, then $2,000 more',
    '`$x$` and `\\(y\\)`',
    '```\n$$\nx\n$$\n```',
    '\\$x\\$',
    '$$ – moderate, $$$ – dear',
    '\\[ ] and \\(\\)',
    '$ x $',
    '$$\n\nx\n\n$$',
  ])('is not seen in %j', (source) => {
    expect(formulas(source)).toEqual([])
  })

  it('is shown as written until it is whole', () => {
    expect(streamed(['$$\nx'])).toBe('<p>$$\nx</p>')
    expect(streamed(['a $x'])).toBe('<p>a $x</p>')
    expect(streamed(['a $x$'])).toBe('<p>a <span>$x$</span></p>')
  })
})

describe('a typeset formula', () => {
  const hostile = [
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://evil.example}',
    '\\includegraphics{https://evil.example/x.png}',
    '\\class{a}{x}',
    '\\id{a}{x}',
    '\\style{background:url(https://evil.example)}{x}',
    '\\data{a=b}{x}',
    '\\def\\a{\\a\\a}\\a',
    '{'.repeat(200) + '}'.repeat(200),
    '\\frac{1}'.repeat(500),
  ]

  it.each(hostile)('refuses %s', (tex) => {
    expect(formula(tex, true)).toBeNull()
  })

  it('is made of mathematics only, whatever was written', () => {
    const piece = fc.constantFrom(
      ...'x|1|^|_|{|}|\\frac{a}{b}|\\sqrt|\\text{<b>}|\\color{red}|\\textcolor{url(x)}{y}|&|\\\\|\\begin{matrix}|\\end{matrix}|\\left(|\\right)|\\href{x}{y}|\\rule{9em}{9em}|\\kern-99em|\\cancel{x}|\\ref{a}|\\label{a}|\\tag{1}|\\boxed{x}|\\htmlStyle{color:red}{x}'.split(
        '|',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, display) => {
        for (const node of nodes(formula(pieces.join(' '), display))) {
          expect(node.tag).toMatch(/^(m[a-z]+|none|span)$/)
          for (const [name, value] of [
            ...Object.entries(node.attributes),
            ...Object.entries(node.style),
          ]) {
            expect(name).not.toMatch(/^(on.*|href|src|id|style|position|transform)$/)
            expect(value).not.toMatch(/url|javascript|expression/i)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('has no element that mathematics does not know', () => {
    const found = nodes(formula('x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}', true))
    expect(found.map(({ tag }) => tag)).not.toContain('span')
    expect(found.length).toBeGreaterThan(15)
  })

  it.each(['x^2', '\\frac{1}{2}', '\\begin{pmatrix}a & b\\\\ c & d\\end{pmatrix}', '\\boxed{x}'])(
    'understands %s',
    (tex) => {
      expect(formula(tex, true)?.tag).toBe('math')
    },
  )
})

function nodes(node: FormulaNode | null): Exclude<FormulaNode, string>[] {
  if (node === null || typeof node === 'string') return []
  return [node, ...node.children.flatMap(nodes)]
}
