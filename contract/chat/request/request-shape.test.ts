import { expect, test } from 'vitest'

import { describedChatFields } from './field-meanings.ts'
import { chatFields } from './request-fields.ts'
import { chatRequestShape } from './request-shape.ts'
import { vendorFields } from './vendor-parameters.ts'

test('every field of the tables is in the shape, with its meaning', () => {
  const shape = chatRequestShape('vendor')
  expect(Object.keys(shape.properties ?? {})).toEqual(Object.keys(chatFields))
  expect(Object.keys(shape.properties?.['vendor_parameters']?.properties ?? {})).toEqual(
    Object.keys(vendorFields),
  )
  expect(shape.properties?.['temperature']).toEqual({
    type: 'number',
    description: `${describedChatFields['temperature']?.meaning} Range: 0 to 2.`,
  })
})

test('lists, choices and alternatives keep their members', () => {
  const properties = chatRequestShape('vendor').properties ?? {}
  expect(properties['reasoning_effort']?.enum).toContain('xhigh')
  expect(properties['seed']?.type).toBe('integer')
  const roles = properties['messages']?.items?.anyOf?.flatMap(
    (message) => message.properties?.['role']?.enum ?? [],
  )
  expect(roles).toEqual(['user', 'assistant', 'tool', 'system', 'developer'])
  const tools = properties['tools']?.anyOf?.[0]?.items?.anyOf?.[0]
  expect(tools?.properties?.['function']?.required).toEqual(['name'])
})

test('names carry the provider of the connection', () => {
  const properties = chatRequestShape('my-host').properties ?? {}
  expect(properties).toHaveProperty('my_host_parameters')
  expect(properties['my_host_parameters']?.properties).toHaveProperty(
    'include_my_host_system_prompt',
  )
})
