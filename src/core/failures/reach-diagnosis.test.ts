import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyWebAddress } from '../../../service/testing/fuzz/arbitraries.ts'
import { diagnoseReach, type ReachCause, type ReachFacts } from './test-reach.ts'

const facts: ReachFacts = {
  page: 'https://playground.example/chat',
  target: 'https://api.example.com/api/v1/chat/completions',
  onLine: true,
  allowedByPolicy: true,
  answers: false,
}

const cases: [ReachCause, Partial<ReachFacts>][] = [
  ['unreachable', {}],
  ['cors', { answers: true }],
  ['answers_again', { answers: true, target: 'https://playground.example/api/v1/models' }],
  ['offline', { onLine: false }],
  ['blocked_by_policy', { allowedByPolicy: false }],
  ['mixed_content', { target: 'http://api.example.com/v1' }],
  ['local_network', { target: 'http://127.0.0.1:11434/v1', localNetwork: 'prompt' }],
  ['local_network', { target: 'https://192.168.1.7/v1', localNetwork: 'denied' }],
  ['local_network', { target: 'https://127.0.0.1:11434/v1', localNetwork: 'prompt' }],
  ['mixed_content', { target: 'http://192.168.1.7/v1', localNetwork: 'denied' }],
  // Safari keeps secure pages from this machine too, and says no more than that it failed.
  ['mixed_content', { target: 'http://127.0.0.1:11434/v1', localNetwork: 'granted' }],
  ['mixed_content', { target: 'http://127.0.0.1:11434/v1' }],
  ['unreachable', { page: 'http://127.0.0.1:4310/chat', target: 'http://127.0.0.1:11434/v1' }],
  // Without a network a service on this machine can still be meant to answer.
  [
    'unreachable',
    { page: 'http://127.0.0.1:4310/chat', target: 'http://127.0.0.1:4310/api', onLine: false },
  ],
]

describe('a request without an answer', () => {
  it.each(cases)('is put down to %s, given %o', (cause, given) => {
    const found = diagnoseReach({ ...facts, ...given })
    expect(found.cause).toBe(cause)
    expect(found.words).not.toBe('')
  })

  it('always says what was tested', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        anyWebAddress,
        (onLine, allowedByPolicy, answers, target) => {
          const { tested } = diagnoseReach({ ...facts, onLine, allowedByPolicy, answers, target })
          expect(tested).toHaveLength(5)
          expect(tested.every(({ result }) => result !== '')).toBe(true)
        },
      ),
    )
  })
})
