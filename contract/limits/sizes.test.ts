import { expect, it } from 'vitest'

import { ABUSE_MESSAGE, isAbuseMessage } from './sizes.ts'

it('the block message is recognized in the wordings a service may use', () => {
  expect(isAbuseMessage(ABUSE_MESSAGE)).toBe(true)
  expect(isAbuseMessage('Too many failed attempts. Please wait 30 seconds.')).toBe(true)
  expect(isAbuseMessage('Rate limit exceeded, wait 30s')).toBe(false)
})
