import { describe, expect, it } from 'vitest'

import { faultsOf, isProven, keyOf, type Outcome } from './judge-statements.ts'
import { conformancePage } from './page.ts'
import { SECTIONS } from './sections.ts'
import { from, open, stated } from './statement.ts'

const inA = from('a.test.ts', 'a thing')
const statement = stated('A thing is.', inA('is'), inA('stays'))
const sections = [
  { title: 'Things', statements: [statement, open('It `may` | be < 1.', inA('is'))] },
]

function outcomes(...ended: [string, ...Outcome[]][]) {
  return new Map(
    ended.map(([title, ...all]) => [
      keyOf({ file: 'a.test.ts', title: `a thing > ${title}` }),
      all,
    ]),
  )
}

describe('a statement', () => {
  it('is proven when all its tests passed', () => {
    const all = outcomes(['is', 'passed'], ['stays', 'passed', 'passed'])
    expect(faultsOf(sections, all)).toEqual([])
    expect(isProven(statement, all)).toBe(true)
  })

  it.each<[string, Outcome[], string]>([
    ['missing', [], 'does not exist'],
    ['skipped', ['skipped'], 'was not run to its end'],
    ['failed', ['passed', 'failed'], 'failed'],
  ])('is not proven by a test that is %s, and the fault says which', (_, ended, fault) => {
    const some = outcomes(['is', 'passed'], ['stays', ...ended])
    expect(faultsOf(sections, some)).toEqual([
      `Things: “A thing is.” – a.test.ts > a thing > stays ${fault}.`,
    ])
    expect(isProven(statement, some)).toBe(false)
  })

  it('without a test is not proven', () => {
    const bare = [{ title: 'Things', statements: [{ says: 'It is.', proof: [] }] }]
    expect(faultsOf(bare, new Map())).toEqual(['Things: “It is.” names no test.'])
  })
})

describe('the page', () => {
  it('lists each statement, folds the tests that prove it, and counts those that are proven', () => {
    const ended = outcomes(['is', 'passed'], ['stays', 'failed'])
    const page = conformancePage(sections, ended, { outcomes: ended, whyNot: () => undefined })
    expect(page).toContain('2 statements, 1 proven, by 2 tests.')
    expect(page).toContain('- [Things](#things): 1 of 2 proven, 1 in the page')
    expect(page).toContain(
      [
        '<details><summary>❌ ❌ A thing is.</summary>',
        '',
        '- [a.test.ts](../a.test.ts): a thing › is',
        '- [a.test.ts](../a.test.ts): a thing › stays',
        '',
        '</details>',
      ].join('\n'),
    )
    expect(page).toContain(
      '<details><summary>✅ ✅ <em>Open:</em> It <code>may</code> | be &lt; 1.</summary>',
    )
  })

  it('says why a statement is not proven in the page', () => {
    const ended = outcomes(['is', 'passed'], ['stays', 'passed'])
    const whyNot = ({ title }: { title: string }) =>
      title.endsWith('stays') ? 'it has no chains' : undefined
    const page = conformancePage(sections, ended, { outcomes: ended, whyNot })
    expect(page).toContain('- [Things](#things): 2 of 2 proven, 1 in the page')
    expect(page).toContain(
      '<summary>✅ ➖ A thing is.</summary>\n\nNot in the page: it has no chains.',
    )
  })

  it('shows the words of a title as they are', () => {
    const proof = [{ file: 'a.test.ts', title: 'a_b > <i> [x]' }]
    const page = conformancePage(
      [{ title: 'A', statements: [{ says: 'It is.', proof }] }],
      new Map(),
      { outcomes: new Map(), whyNot: () => undefined },
    )
    expect(page).toContain('a.test.ts): a\\_b › \\<i\\> \\[x\\]\n')
  })

  it('says nothing twice', () => {
    const said = SECTIONS.flatMap(({ title, statements }) =>
      statements.map(({ says }) => `${title}: ${says}`),
    )
    expect(new Set(said).size).toBe(said.length)
  })
})
