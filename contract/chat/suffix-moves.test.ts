import { expect, test } from 'vitest'

import { parseModelSuffix } from './model-suffix.ts'
import {
  parametersToSuffixes,
  suffixesToParameters,
  suffixNotes,
  withoutSuffix,
} from './suffix-moves.ts'

test('parameters go into the name and back', () => {
  const beside = {
    model: 'm',
    parameters: { enable_web_search: 'on', disable_thinking: true, enable_x_search: true } as const,
  }
  const inName = parametersToSuffixes(beside)
  expect(inName).toEqual({
    model: 'm:enable_web_search=on&disable_thinking=true',
    parameters: { enable_x_search: true },
  })
  expect(suffixesToParameters(inName)).toEqual(beside)
})

test('the name wins, as the service reads it', () => {
  const both = {
    model: 'm:enable_web_search=on',
    parameters: { enable_web_search: 'off' } as const,
  }
  expect(suffixesToParameters(both).parameters).toEqual({ enable_web_search: 'on' })
  expect(parametersToSuffixes(both).model).toBe('m:enable_web_search=on')
})

test('what was not understood stays in the name', () => {
  const model = 'm:enable_web_search=on&colour=red'
  expect(withoutSuffix(model, 'enable_web_search')).toBe('m:colour=red')
  expect(parseModelSuffix(suffixesToParameters({ model, parameters: {} }).model)).toMatchObject({
    id: 'm',
    ignored: ['colour=red'],
  })
})

test('a contradiction between name and parameter is a warning, settled with one press', () => {
  const [note] = suffixNotes('m:enable_web_search=on', { enable_web_search: 'off' })
  expect(note).toMatchObject({
    level: 'warning',
    message: 'The model name sets enable_web_search=on, which overrides off here.',
    fix: { set: { model: 'm' } },
  })
})

test('a suffix alone is said where its setting is', () => {
  const [note] = suffixNotes('m:disable_thinking=true')
  expect(note).toMatchObject({
    level: 'info',
    fields: ['vendor_parameters.disable_thinking'],
    fix: { set: { model: 'm', 'vendor_parameters.disable_thinking': true } },
  })
  expect(suffixNotes('m')).toEqual([])
})
