import { toEventSelector, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'

import { SELECTORS, TOPICS } from './evm-reads.ts'

it('knows the selectors and topics of what it reads', () => {
  for (const [signature, selector] of Object.entries(SELECTORS))
    expect(toFunctionSelector(signature), signature).toBe(selector)
  for (const [signature, topic] of Object.entries(TOPICS))
    expect(toEventSelector(signature), signature).toBe(topic)
})
