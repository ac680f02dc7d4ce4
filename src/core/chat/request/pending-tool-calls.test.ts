import { describe, expect, it } from 'vitest'

import { answered, written } from '../testing/records.ts'
import { pendingToolCalls, pendingCallsSentence } from './pending-tool-calls.ts'

const call = (id: string, name = 'f') => ({ id, name, arguments: '{}' })
const result = (id: string) => written({ role: 'tool', tool_call_id: id, content: 'done' })
const openIds = (...records: Parameters<typeof pendingToolCalls>[0]) =>
  pendingToolCalls(records).map(({ id }) => id)

describe('pendingToolCalls', () => {
  it('has the calls that no tool message directly after them answers', () => {
    const asking = answered({ toolCalls: [call('a'), call('b')] })
    expect(openIds(asking)).toEqual(['a', 'b'])
    expect(openIds(asking, result('b'))).toEqual(['a'])
    expect(openIds(asking, result('b'), result('a'))).toEqual([])
    expect(openIds(asking, written({ role: 'user', content: 'x' }), result('a'))).toEqual([
      'a',
      'b',
    ])
  })

  it('wants one result for each of two calls under one id', () => {
    const asking = answered({ toolCalls: [call(''), call('')] })
    expect(openIds(asking, result(''))).toHaveLength(1)
    expect(openIds(asking, result(''), result(''))).toEqual([])
  })

  it('counts the calls of written messages too', () => {
    const asking = written({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'w', function: { name: 'f', arguments: '{}' } }],
    })
    expect(openIds(asking)).toEqual(['w'])
    expect(openIds(asking, result('w'))).toEqual([])
  })

  it('does not take search results in the guise of a call for one', () => {
    expect(openIds(answered({ toolCalls: [call('1', 'vendor_web_search_documents')] }))).toEqual([])
    expect(openIds(answered({ toolCalls: [call('web_search_call', 'web_search')] }))).toEqual([])
    expect(openIds(answered({ toolCalls: [call('call_1', 'web_search_call')] }))).toEqual([])
  })
})

it('says which call waits, or how many', () => {
  expect(pendingCallsSentence([])).toBeUndefined()
  const one = pendingToolCalls([answered({ toolCalls: [call('a', 'get_time')] })])
  expect(pendingCallsSentence(one)).toContain('get_time')
  expect(pendingCallsSentence([...one, ...one])).toContain('2 tool calls')
})
