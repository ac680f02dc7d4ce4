import { describe, expect, test, vi } from 'vitest'

import { validateStructured } from '../../chat/responses/validate-structured.ts'
import type { Case, CellResponse } from '../board.ts'
import type { CheckWorld } from './check-world.ts'
import { type CheckRule, findPattern } from './check.ts'
import { runChecks } from './outcomes.ts'

const world: CheckWorld = {
  findPattern: (job) => Promise.resolve(findPattern(job)),
  validateJson: (text, schema) =>
    Promise.resolve(validateStructured(text, { type: 'json_schema', json_schema: { schema } })),
  runCode: () => Promise.resolve({ ok: true, text: 'true' }),
  judge: () => Promise.resolve({ ok: true, text: '{"reason":"Fine.","pass":true}' }),
  uuid: () => 'nonce',
}

interface Given {
  row?: Partial<Case>
  response?: Partial<CellResponse>
  world?: Partial<CheckWorld>
}

async function check(rule: CheckRule, text: string, given: Given = {}) {
  const row = { id: 'case', variables: {}, ...given.row }
  const response = { text, toolCalls: [], ...given.response }
  const [outcome] = await runChecks(
    [{ id: 'check', ...rule }],
    { case: row, response },
    { ...world, ...given.world },
  )
  return outcome
}

const resultOf = async (...given: Parameters<typeof check>) => (await check(...given))?.result

describe('a text', () => {
  test.each<[CheckRule, string, string]>([
    [{ type: 'contains', value: 'Paris' }, 'It is Paris.', 'passed'],
    [{ type: 'contains', value: 'paris' }, 'It is Paris.', 'failed'],
    [{ type: 'contains', value: 'paris', ignoreCase: true }, 'It is Paris.', 'passed'],
    [{ type: 'contains', value: 'caf\u00E9' }, 'a cafe\u0301', 'passed'],
    [{ type: 'not-contains', value: 'Lyon' }, 'It is Paris.', 'passed'],
    [{ type: 'not-contains', value: 'Paris' }, 'It is Paris.', 'failed'],
    [{ type: 'equals', value: 'Paris' }, 'Paris', 'passed'],
    [{ type: 'equals', value: 'Paris' }, ' Paris\n', 'failed'],
    [{ type: 'equals', value: 'Paris ', trim: true }, ' Paris\n', 'passed'],
    [{ type: 'equals', value: 'PARIS', ignoreCase: true }, 'Paris', 'passed'],
    [{ type: 'length', max: 2 }, '👍👍', 'passed'],
    [{ type: 'length', min: 3 }, '👍👍', 'failed'],
    [{ type: 'length', max: 0 }, '', 'passed'],
    [{ type: 'length' }, 'x', 'undecided'],
    [{ type: 'regex', value: '^\\d+$' }, '42', 'passed'],
    [{ type: 'regex', value: '^a', flags: 'im' }, 'b\nA', 'passed'],
    [{ type: 'regex', value: '^\\d+$' }, 'x', 'failed'],
    [{ type: 'regex', value: '(' }, 'x', 'undecided'],
    [{ type: 'regex', value: 'x', flags: 'xx' }, 'x', 'undecided'],
  ])('%j of %j is %s', async (rule, text, result) => {
    expect(await resultOf(rule, text)).toBe(result)
  })

  test.each<[CheckRule, string, Partial<CellResponse>, string]>([
    [{ type: 'not-contains', value: 'Lyon' }, ' ', {}, 'undecided'],
    [{ type: 'not-contains', value: 'Lyon' }, 'It is', { finishReason: 'length' }, 'undecided'],
    [{ type: 'not-contains', value: 'Lyon' }, 'x', { finishReason: 'content_filter' }, 'undecided'],
    [{ type: 'not-contains', value: 'Lyon' }, 'Lyon', { finishReason: 'length' }, 'failed'],
    [
      { type: 'not-contains', value: 'Lyon' },
      '',
      { toolCalls: [{ name: 'look', arguments: '{}' }] },
      'passed',
    ],
    [{ type: 'length', max: 500 }, '', {}, 'undecided'],
    [{ type: 'length', max: 500 }, 'It is', { finishReason: 'length' }, 'undecided'],
    [{ type: 'contains', value: 'Paris' }, 'Paris', { finishReason: 'length' }, 'passed'],
  ])('behavior: %j of %j, %j is %s: nothing passes by what it lacks', async (...given) => {
    const [rule, text, response, result] = given
    expect(await resultOf(rule, text, { response })).toBe(result)
  })

  test('a failure shows what was expected and what was received', async () => {
    expect(await check({ type: 'equals', value: 'Paris' }, 'Lyon')).toMatchObject({
      checkId: 'check',
      result: 'failed',
      reason: 'Expected “Paris”, received “Lyon”.',
    })
    expect((await check({ type: 'length', max: 1 }, 'x'.repeat(1200)))?.reason).toBe(
      'Expected at most 1 character, received 1,200 characters.',
    )
  })

  test('a long value is cut, around what matters', async () => {
    const long = 'x'.repeat(5000)
    const outcome = await check({ type: 'equals', value: `${long}1${long}` }, `${long}2${long}`)
    expect(outcome?.reason).toMatch(/^Expected “…x{20}1x+…”, received “…x{20}2x+…”\.$/)
    const found = await check({ type: 'not-contains', value: 'secret' }, `${long} a secret`)
    expect(found?.reason).toMatch(/received “…x{17} a secret”/)
    const pairs = await check({ type: 'contains', value: 'a' }, `x${'👍'.repeat(500)}`)
    expect(pairs?.reason).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })

  test('the value of the case counts where the check has none', async () => {
    const row = { expected: 'Paris' }
    expect(await resultOf({ type: 'equals' }, 'Paris', { row })).toBe('passed')
    expect(await resultOf({ type: 'contains', value: '' }, 'Lyon', { row })).toBe('failed')
    expect(await resultOf({ type: 'contains', value: 'Lyon' }, 'Lyon', { row })).toBe('passed')
  })

  test.each(['contains', 'not-contains', 'equals', 'regex'] as const)(
    'without any value %s is undecided',
    async (type) => {
      const outcome = await check({ type }, 'x', { row: { expected: '' } })
      expect(outcome?.result).toBe('undecided')
      expect(outcome?.reason).toContain('No expected value')
    },
  )
})

describe('what was measured', () => {
  test.each<[CheckRule, Partial<CellResponse>, string]>([
    [{ type: 'max-cost', value: 500 }, { cost: 500 }, 'passed'],
    [{ type: 'max-cost', value: 500 }, { cost: 501 }, 'failed'],
    [{ type: 'max-cost', value: 0 }, { cost: 0 }, 'passed'],
    [{ type: 'max-cost', value: 500 }, {}, 'undecided'],
    [{ type: 'time-to-first-token', value: 300 }, { timeToFirstToken: 300 }, 'passed'],
    [{ type: 'time-to-first-token', value: 300 }, { timeToFirstToken: 301 }, 'failed'],
    [{ type: 'time-to-first-token', value: 300 }, {}, 'undecided'],
  ])('%j of %j is %s', async (rule, response, result) => {
    expect(await resultOf(rule, '', { response })).toBe(result)
  })

  test('amounts and times are shown with their units', async () => {
    const cost = await check({ type: 'max-cost', value: 500 }, '', { response: { cost: 1200 } })
    expect(cost?.reason).toBe('Expected at most $0.0005, received $0.0012.')
    const time = { timeToFirstToken: 1800 }
    const late = await check({ type: 'time-to-first-token', value: 300 }, '', { response: time })
    expect(late?.reason).toBe('Expected the first token within 300 ms, received it after 1.8 s.')
  })
})

describe('code', () => {
  const outcomeOf = (text: string) =>
    check({ type: 'code', code: 'x' }, 'r', {
      world: { runCode: () => Promise.resolve({ ok: true, text }) },
    })

  test('true passes; a reason, false and all else fail', async () => {
    expect(await outcomeOf('true')).toMatchObject({ result: 'passed' })
    expect(await outcomeOf('"too long"')).toMatchObject({
      result: 'failed',
      reason: 'The code returned “too long”.',
    })
    expect(await outcomeOf('false')).toMatchObject({ result: 'failed' })
    expect(await outcomeOf('{"a":1}')).toMatchObject({ result: 'failed' })
  })

  test('behavior: a response that is the text true does not pass by being returned', async () => {
    expect(await outcomeOf('"true"')).toMatchObject({ result: 'failed' })
  })

  test('gets the response, the expected value and the variables, and nothing else', async () => {
    const runCode = vi.fn<CheckWorld['runCode']>(() => Promise.resolve({ ok: true, text: 'true' }))
    const row = { expected: 'e', variables: { input: 'i' } }
    await check({ type: 'code', code: 'return true' }, 'r', { row, world: { runCode } })
    expect(runCode.mock.calls[0]?.[1]).toEqual({
      response: 'r',
      expected: 'e',
      variables: { input: 'i' },
    })
  })

  test('that fails or never ends is undecided', async () => {
    const runCode = () => Promise.resolve({ ok: false as const, message: 'It timed out.' })
    expect(
      await check({ type: 'code', code: 'for(;;);' }, 'r', { world: { runCode } }),
    ).toMatchObject({ checkId: 'check', result: 'undecided', reason: 'It timed out.' })
  })
})

describe('all checks of a response', () => {
  test('a worker that fails makes its check undecided, and no other', async () => {
    const outcomes = await runChecks(
      [
        { id: '1', type: 'regex', value: '(a+)+$' },
        { id: '2', type: 'contains', value: 'a' },
      ],
      { case: { id: 'c', variables: {} }, response: { text: 'aaa', toolCalls: [] } },
      { ...world, findPattern: () => Promise.reject(new Error('The pattern timed out.')) },
    )
    expect(outcomes).toMatchObject([
      { checkId: '1', result: 'undecided', reason: 'The pattern timed out.' },
      { checkId: '2', result: 'passed' },
    ])
  })
})
