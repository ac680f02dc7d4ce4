import { expect, test } from 'vitest'

import { settingGroups } from '../chat/settings/settings-fields.ts'
import { readSettingCommands } from './setting-command.ts'

const fields = settingGroups.flatMap((group) => group.fields)
const read = (text: string) =>
  readSettingCommands(fields, text).map((reading) => [
    reading.field.wireName,
    'problem' in reading ? `expected: ${reading.problem}` : reading.value,
  ])

test('a name and a value set it', () => {
  expect(read('temperature 0.2')).toEqual([['temperature', 0.2]])
  expect(read('set temperature to 0.2')).toEqual([['temperature', 0.2]])
  expect(read('temperature=0,2')).toEqual([['temperature', 0.2]])
  expect(read('logprobs on')).toEqual([['logprobs', true]])
  expect(read('reasoning_effort HIGH')).toEqual([['reasoning_effort', 'high']])
  expect(read('user somebody new')).toEqual([['user', 'somebody new']])
  expect(read('stop the end')).toEqual([['stop', ['the end']]])
})

test('a label or the beginning of a name will do, the exact name first', () => {
  expect(read('max tokens 50')[0]).toEqual(['max_completion_tokens', 50])
  expect(read('temp 1')).toEqual([['temperature', 1]])
  expect(read('top 5').map(([name]) => name)).toEqual(['top_p', 'top_k', 'top_logprobs'])
  expect(read('enable_web_search on')).toEqual([['enable_web_search', 'on']])
})

test('a value that is not valid says what is', () => {
  expect(read('temperature 3')).toEqual([['temperature', 'expected: 0 to 2']])
  expect(read('stream perhaps')).toEqual([['stream', 'expected: on or off']])
  expect(read('verbosity loud')).toEqual([['verbosity', 'expected: low, medium, high, auto']])
  expect(read('seed 1.5')).toEqual([['seed', expect.stringContaining('expected: ')]])
})

test('reset takes a setting out', () => {
  expect(read('temperature reset')).toEqual([['temperature', undefined]])
})

test('a name alone, a structure, or other words set nothing', () => {
  expect(read('temperature')).toEqual([])
  expect(read('tools {}')).toEqual([])
  expect(read('go to chat')).toEqual([])
  expect(read('use sandbox-fast')).toEqual([])
  expect(read('')).toEqual([])
})
