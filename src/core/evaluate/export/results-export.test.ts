import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyCharacter } from '../../../../service/testing/fuzz/arbitraries.ts'
import type { Board, CellRecord } from '../board.ts'
import type { VoteRecord } from '../results/votes.ts'
import { board, record } from '../testing/boards.ts'
import { resultRows, resultsCsv, resultsJsonl } from './result-rows.ts'
import { resultsHtml, STYLE } from './results-html.ts'

const setup: Board = {
  ...board(['a', 'b'], 2),
  cases: [
    { id: 'c0', variables: { input: 'Capital of France?' }, expected: '=Paris' },
    { id: 'c1', variables: { input: 'Now', lang: 'fr' } },
  ],
  checks: [{ id: 'k', type: 'contains' }],
}
const records: CellRecord[] = [
  {
    ...record('c0', 'a', 'passed'),
    response: {
      text: '=HYPERLINK("https://example.com","Paris")\nIt is.',
      toolCalls: [{ name: 'look', arguments: '{"a":1}' }],
      finishReason: 'stop',
      cost: 412,
      timeToFirstToken: 120,
      duration: 900,
      usage: { prompt: 7, completion: 3 },
      exchangeId: 'exchange-1',
    },
    outcomes: [{ checkId: 'k', result: 'passed', cost: 5 }],
  },
  {
    ...record('c0', 'b', 'failed'),
    response: { text: 'Lyon', toolCalls: [] },
    outcomes: [{ checkId: 'k', result: 'failed', reason: 'Expected “Paris”.' }],
  },
  { ...record('c1', 'a', 'error'), error: { message: '429: too many', mayBeCharged: false } },
  record('c1', 'b', 'running'),
]

const vote: VoteRecord = {
  boardId: 'board',
  caseId: 'c0',
  repeat: 0,
  first: 'a',
  second: 'b',
  choice: 'first',
  startedAt: [0, 0],
}

describe('CSV', () => {
  it('has a row per result, and runs no formula', () => {
    expect(resultsCsv(resultRows(setup, records, [vote])).split('\r\n')).toEqual([
      'case,variable input,variable lang,expected,configuration,model,repeat,result,text,tool_calls,finish_reason,cost_usd,time_to_first_token_ms,duration_ms,prompt_tokens,completion_tokens,checks,votes_won,votes_lost,votes_tied,votes_bad,error',
      `1,Capital of France?,,'=Paris,A,model-a,1,passed,"'=HYPERLINK(""https://example.com"",""Paris"")\nIt is.","[{""name"":""look"",""arguments"":""{\\""a\\"":1}""}]",stop,0.000412,120,900,7,3,"[{""check"":""contains"",""result"":""passed"",""cost_usd"":0.000005}]",1,0,0,0,`,
      `1,Capital of France?,,'=Paris,B,model-b,1,failed,Lyon,,,,,,,,"[{""check"":""contains"",""result"":""failed"",""reason"":""Expected “Paris”.""}]",0,1,0,0,`,
      '2,Now,fr,,A,model-a,1,error,,,,,,,,,,,,,,429: too many',
      '',
    ])
  })
})

describe('JSONL', () => {
  it('has an object per result, with text as it is', () => {
    const lines = resultsJsonl(resultRows(setup, records)).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        case: 1,
        variables: { input: 'Capital of France?' },
        expected: '=Paris',
        configuration: 'A',
        model: 'model-a',
        repeat: 1,
        result: 'passed',
        text: '=HYPERLINK("https://example.com","Paris")\nIt is.',
        tool_calls: [{ name: 'look', arguments: '{"a":1}' }],
        finish_reason: 'stop',
        cost_usd: 0.000412,
        time_to_first_token_ms: 120,
        duration_ms: 900,
        prompt_tokens: 7,
        completion_tokens: 3,
        checks: [{ check: 'contains', result: 'passed', cost_usd: 0.000005 }],
      },
      expect.objectContaining({ configuration: 'B', text: 'Lyon' }),
      expect.objectContaining({ result: 'error', error: '429: too many' }),
    ])
  })
})

describe('HTML', () => {
  it('shows the verdict, each configuration and each result', () => {
    const html = resultsHtml(setup, records, [vote], Date.UTC(2026, 10, 3))
    const blind = 'Blind votes: No difference can be claimed.'
    for (const text of [
      blind,
      '100% (21–100%) of 1',
      '2026-11-03. No difference',
      'model-a',
      '100% (21–100%)',
      '$0.000412',
    ])
      expect(html).toContain(text)
    expect(html).toContain('contains: Expected “Paris”.')
    expect(html).toContain('429: too many')
  })

  it('runs and loads nothing: its policy allows its own style alone', () => {
    const html = resultsHtml(setup, records, [], 0)
    const hash = createHash('sha256').update(STYLE).digest('base64')
    expect(html).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
    )
    expect(html).toContain(`<style>${STYLE}</style>`)
    expect(STYLE).not.toMatch(/url\(|@import|</)
    expect(html).not.toMatch(/<script|javascript:| on\w+=| style=| href=| src=/i)
  })

  it('whatever a model, a case or a setting contains, it is text', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '<script>alert(1)</script>',
        '</td></table><img src=x onerror=alert(1)>',
        '"><svg/onload=alert(1)>',
        "' onclick='x",
        '</style><script>',
        '<!--',
        ']]>',
        '&lt;b&gt;',
      ),
      fc.string({ unit: anyCharacter, maxLength: 40 }),
    )
    const tags = (html: string) => html.match(/<[^>]*>/g)
    const page = (given: string) =>
      resultsHtml(
        {
          ...setup,
          name: given,
          cases: [{ id: 'c0', variables: { [given]: given }, expected: given }],
          configurations: [{ id: 'a', model: given, settings: { [given]: given }, system: given }],
          checks: [],
        },
        [
          {
            ...record('c0', 'a', 'failed'),
            response: { text: given, toolCalls: [{ name: given, arguments: given }] },
            outcomes: [{ checkId: 'k', result: 'failed', reason: given }],
          },
        ],
        [],
        0,
      )
    const plain = tags(page('plain'))
    fc.assert(
      fc.property(hostile, (given) => {
        const html = page(given)
        expect(tags(html)).toEqual(plain)
        expect(html).not.toMatch(/(?![\t\n\r])\p{Cc}/u)
      }),
      { numRuns: 300 },
    )
  })
})
