import { expect, test } from 'vitest'

import { chatRequestSchema, reviewRequest } from '../../../../contract/chat/request/request.ts'
import { validate } from '../../../../contract/validation.ts'
import { starters } from './starters.ts'

test.each(Object.entries(starters))(
  '%s is a valid request that no rule remarks on',
  (_, starter) => {
    const result = validate(chatRequestSchema, {
      model: 'any',
      messages: [{ role: 'user', content: starter.draft }],
      ...starter.settings,
    })
    expect(result).toMatchObject({ ok: true })
    expect(result.ok && reviewRequest(result.value)).toEqual([])
  },
)

test('the setup that asks for citations asks for the sources that they point to', () => {
  expect(starters['Web search'].settings['vendor_parameters']).toMatchObject({
    enable_web_citations: true,
    include_search_results_in_stream: true,
  })
})
