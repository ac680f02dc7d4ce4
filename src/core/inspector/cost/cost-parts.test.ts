import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { costParts, surchargeSentence } from './cost-parts.ts'

const model: Model = { id: 'm', model_spec: { pricing: { input: { usd: 1 }, output: { usd: 2 } } } }
const usage = { prompt_tokens: 100, completion_tokens: 200, total_tokens: 300 }

describe('a declared cost taken apart', () => {
  const parts = (usd: number, diem = 0) =>
    costParts({ receipt: { usage, cost: { usd, diem } } }, model)

  it('is the tokens at list price and what is left', () => {
    expect(parts(0.0005)).toEqual({ tokens: 500, surcharges: 0 })
    expect(parts(0.0105)).toEqual({ tokens: 500, surcharges: 10_000 })
    expect(parts(0.0004)).toEqual({ tokens: 500, surcharges: -100 })
  })

  it('is not known where DIEM paid a part', () => {
    expect(parts(0.0005, 0.1)).toBeUndefined()
  })

  it('is not known without a cost, the usage, the model or its price', () => {
    const cost = { usd: 0.0005, diem: 0 }
    expect(costParts({ receipt: { usage } }, model)).toBeUndefined()
    expect(costParts({ receipt: { cost } }, model)).toBeUndefined()
    expect(costParts({ receipt: { cost, usage } }, undefined)).toBeUndefined()
    expect(costParts({ receipt: { cost, usage } }, { id: 'free' })).toBeUndefined()
  })
})

describe('the sentence about surcharges', () => {
  const sentence = (surcharges: number, body?: JsonValue, providerName = 'vendor') =>
    surchargeSentence(
      {
        providerName,
        request: {
          method: 'POST',
          url: 'http://127.0.0.1:4310/api/v1/chat/completions',
          path: '/chat/completions',
          headers: [],
          bytes: 0,
          ...(body === undefined ? {} : { body }),
        },
      },
      { tokens: 500, surcharges },
    )

  it('says that the cost matches, or by how much it is below list price', () => {
    expect(sentence(0, { vendor_parameters: { enable_web_search: 'on' } })).toBe(
      'The cost matches the tokens at list price.',
    )
    expect(sentence(-100)).toBe(
      '$0.0001 less than list price: a custom price, or the list changed.',
    )
  })

  it('names what the request asked for that is billed by use', () => {
    const parameters = { enable_web_search: 'auto', enable_web_scraping: true }
    expect(sentence(10_000, { acme_parameters: parameters }, 'acme')).toBe(
      'Includes usage-based charges for enable_web_search and enable_web_scraping.',
    )
  })

  it('reads the suffix of the model too, and names each feature once', () => {
    const body = {
      model: 'm:enable_x_search=on&enable_web_search=auto',
      vendor_parameters: { enable_web_search: 'on' },
    }
    expect(sentence(10_000, body)).toBe(
      'Includes usage-based charges for enable_web_search and enable_x_search.',
    )
  })

  it.each([
    undefined,
    'text',
    { model: 'm:enable_web_search=off', vendor_parameters: { enable_web_search: 'off' } },
    { model: 7, vendor_parameters: [] },
    // The parameters of another provider are not this one's.
    { acme_parameters: { enable_web_search: 'on' } },
  ])('says that nothing in %j explains what is above list price', (body) => {
    expect(sentence(10_000, body)).toBe(
      '$0.01 above list price, without usage-based features in the request.',
    )
  })
})
