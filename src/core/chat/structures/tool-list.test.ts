import { expect, test } from 'vitest'

import { toolSchema } from '../../../../contract/chat/request/request-structures.ts'
import { validate } from '../../../../contract/validation.ts'
import { BUILT_IN_TOOLS, functionNames, functionOf, newFunction } from './tool-list.ts'

test('the built-in tools are types that the contract knows, functions not among them', () => {
  expect(BUILT_IN_TOOLS.length).toBeGreaterThan(0)
  expect(BUILT_IN_TOOLS).not.toContain('function')
  for (const type of BUILT_IN_TOOLS) expect(validate(toolSchema, { type }).ok).toBe(true)
})

test('a new function is a valid tool under its name', () => {
  const tool = newFunction('get_time')
  expect(validate(toolSchema, tool).ok).toBe(true)
  expect(functionOf(tool)).toMatchObject({ name: 'get_time' })
})

test('only an object with a function has one', () => {
  for (const tool of [null, 'x', [], {}, { function: 'x' }, { type: BUILT_IN_TOOLS[0] ?? '' }])
    expect(functionOf(tool)).toBeUndefined()
})

test('names are listed as far as there are any', () => {
  const nameless = { type: 'function', function: { name: 5 } }
  expect(
    functionNames([newFunction('a'), newFunction(''), nameless, 'x', null, newFunction('b')]),
  ).toEqual(['a', 'b'])
  expect(functionNames(undefined)).toEqual([])
  expect(functionNames({ function: { name: 'a' } })).toEqual([])
})
