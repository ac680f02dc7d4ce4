import { expect, it } from 'vitest'

import { callEffect } from './call-effect.ts'

it.each([
  ['GET', '/models?type=text', 'read'],
  ['POST', '/chat/completions', 'billed'],
  ['POST', '/image/edit', 'billed'],
  ['POST', '/crypto/rpc/base-mainnet', 'billed'],
  ['POST', '/x402/top-up', 'read'],
  ['POST', '/video/queue', 'billed'],
  ['POST', '/video/retrieve', 'read'],
  ['POST', '/audio/complete', 'removes'],
  ['POST', '/imagery', 'unknown'],
  ['DELETE', '/api_keys?id=1', 'removes'],
] as const)('%s %s is a call that is %s', (method, path, effect) => {
  expect(callEffect(method, path)).toBe(effect)
})
