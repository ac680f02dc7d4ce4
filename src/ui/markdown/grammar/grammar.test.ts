import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'

import { itemContext, rootContext } from '../view/frames.ts'
import { blockState, listRule, markdown } from './grammar.ts'

const names = (rules: readonly unknown[]) =>
  rules.map((rule) => (typeof rule === 'function' ? rule.name.replace(/\$\d+$/, '') : ''))

/**
 * What the renderer rests on within markdown-it and its documentation does not promise. It is pinned
 * exactly; where one of these fails after an update, read `frames.ts` and `containers.ts` again.
 */
describe('the internals of markdown-it', () => {
  it('behavior: the rules are those that the block layer knows, in their order', () => {
    expect(names(markdown.block.ruler.getRules(''))).toEqual(
      'table code fence mathBlock blockquote hr list noteBlock reference html_block heading lheading paragraph'.split(
        ' ',
      ),
    )
    expect(names(markdown.core.ruler.getRules(''))).toEqual(['inline', 'linkify', 'text_join'])
    expect(listRule.name).toBe('list')
  })

  it('behavior: a block state counts lines and indentation as it is read', () => {
    const state = blockState('a\n  - b\n\tc', {})
    expect(state).toMatchObject({
      lineMax: 3,
      bMarks: [0, 2, 8, 10],
      eMarks: [1, 7, 10, 10],
      tShift: [0, 2, 1, 0],
      sCount: [0, 2, 4, 0],
      blkIndent: 0,
      listIndent: -1,
      parentType: 'root',
      tight: false,
    })
  })

  it('behavior: the list rule tells in silence whether a line begins a list', () => {
    const state = blockState('- a\ntext', {})
    expect(listRule(state, 0, state.lineMax, true)).toBe(true)
    expect(listRule(state, 1, state.lineMax, true)).toBe(false)
    expect(state.tokens).toEqual([])
  })

  it.each(['- a', '-   a', '-\ta', '10) a', '1.     code', '  * a', '-', ' +  a'])(
    'behavior: the content of %j is indented as this page counts',
    (source) => {
      const seen: object[] = []
      const grammar = new MarkdownIt()
      grammar.block.ruler.before('table', 'probe', ({ blkIndent, listIndent, parentType }) => {
        if (parentType === 'list') seen.push({ indent: blkIndent, listIndent, parentType })
        return false
      })
      grammar.parse(source === '-' ? '-\n  a' : source, {})
      expect(itemContext(blockState(source, {}), 0, rootContext)).toEqual(seen[0])
    },
  )
})
