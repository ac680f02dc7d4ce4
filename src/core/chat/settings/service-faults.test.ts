import { expect, test } from 'vitest'

import { settingOfIssue, standingFaults } from './service-faults.ts'

const issue = (...path: (string | number)[]) => ({ path, message: 'No.' })

test('a fault belongs to the setting it is in', () => {
  expect(settingOfIssue(issue('n'))).toBe('n')
  expect(settingOfIssue(issue('tool_choice', 'function', 'name'))).toBe('tool_choice')
  expect(settingOfIssue(issue('vendor_parameters', 'enable_web_search'))).toBe(
    'vendor_parameters.enable_web_search',
  )
  expect(settingOfIssue(issue('messages', 0, 'content'))).toBeUndefined()
  expect(settingOfIssue(issue())).toBeUndefined()
})

test('a fault stands until its setting is changed', () => {
  const faults = { issues: [issue('n'), issue('stop')], settings: { n: 9, stop: 'x' } }
  expect(standingFaults(faults, { n: 9, stop: 'x', top_k: 1 })).toHaveLength(2)
  expect(standingFaults(faults, { n: 2, stop: 'x' }).map(({ path }) => path)).toEqual([['stop']])
  expect(standingFaults(faults, { stop: 'x' })).toHaveLength(1)
})
