import { expect, test } from 'vitest'

import { toolSchema } from '../../../../contract/chat/request/request-structures.ts'
import { validate } from '../../../../contract/validation.ts'
import { BUILT_IN_TOOLS, functionNames, functionOf, newFunction, pastedTools } from './tool-list.ts'

test('the built-in tools are types that the contract knows, functions not among them', () => {
  expect(BUILT_IN_TOOLS.length).toBeGreaterThan(0)
  expect(BUILT_IN_TOOLS).not.toContain('function')
  for (const type of BUILT_IN_TOOLS) expect(validate(toolSchema, { type }).ok).toBe(true)
})

test('a new function is a valid tool under a name of its own', () => {
  const first = newFunction([])
  const second = newFunction([first])
  for (const tool of [first, second]) expect(validate(toolSchema, tool).ok).toBe(true)
  expect(functionNames([first, second])).toEqual(['my_function', 'my_function_2'])
})

test('tools are pasted as a request, a list, and as other APIs write them', () => {
  const parameters = { type: 'object' }
  const tool = { type: 'function', function: { name: 'a', description: 'A.', parameters } }
  const bare = { name: 'a', description: 'A.' }
  for (const pasted of [
    tool,
    [tool],
    { model: 'm', tools: [tool] },
    { type: 'function', ...bare, parameters },
    { ...bare, input_schema: parameters },
    { tools: [{ ...bare, inputSchema: parameters }] },
  ])
    expect(pastedTools(pasted)).toEqual([tool])
  expect(pastedTools([tool, { type: 'web_search' }, 5])).toEqual([tool, { type: 'web_search' }, 5])
})

test('only an object with a function has one', () => {
  for (const tool of [null, 'x', [], {}, { function: 'x' }, { type: BUILT_IN_TOOLS[0] ?? '' }])
    expect(functionOf(tool)).toBeUndefined()
})

test('names are listed as far as there are any', () => {
  const named = (name: string) => ({ type: 'function', function: { name } })
  const nameless = { type: 'function', function: { name: 5 } }
  expect(functionNames([named('a'), named(''), nameless, 'x', null, named('b')])).toEqual([
    'a',
    'b',
  ])
  expect(functionNames(undefined)).toEqual([])
  expect(functionNames({ function: { name: 'a' } })).toEqual([])
})
