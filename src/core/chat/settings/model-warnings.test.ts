import { expect, test } from 'vitest'

import { modelWarnings } from './model-warnings.ts'

const model = {
  id: 'small',
  model_spec: { capabilities: { supportsLogProbs: false, supportsWebSearch: false } },
}

test('every setting that asks for what the model does not do is named once', () => {
  expect(
    modelWarnings(model, {
      logprobs: true,
      top_logprobs: 2,
      temperature: 1,
      vendor_parameters: { enable_web_search: 'on' },
    }),
  ).toEqual([
    'small does not report log probabilities. Requested by logprobs, top_logprobs.',
    'small does not search the web. Requested by enable_web_search.',
  ])
})

test('switching something off asks for nothing', () => {
  const settings = { logprobs: false, vendor_parameters: { enable_web_search: 'off' } }
  expect(modelWarnings(model, settings)).toEqual([])
})
