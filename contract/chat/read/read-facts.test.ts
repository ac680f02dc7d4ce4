import { expect, it } from 'vitest'

import { readChunk } from './read-chunk.ts'

const read = (usage: object, more = {}) =>
  readChunk({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 1, ...usage }, ...more })

it('counts cache reads that stand beside the details', () => {
  expect(read({ cache_read_input_tokens: 7 })?.usage?.prompt_tokens_details).toEqual({
    cached_tokens: 7,
  })
  const both = { cache_read_input_tokens: 7, prompt_tokens_details: { cached_tokens: 5 } }
  expect(read(both)?.usage?.prompt_tokens_details).toEqual({ cached_tokens: 5 })
})

it('takes what else an envelope may have for no part of an answer', () => {
  const more = { service_tier: 'default', kv_transfer_params: { of: ['x'] }, prompt_logprobs: null }
  expect(read({}, { ...more, kv_transfer_params: ['text'] })?.odd).toEqual([])
})
