import { expect, it } from 'vitest'

import { classify } from './content-policy.ts'

it.each([
  ['make it warm', [], false, false, undefined],
  ['a NUDE statue', [], true, false, undefined],
  ['nudge it, denude, minority, kidney', [], false, false, undefined],
  ['warm', ['holiday_nsfw_2.png'], true, false, undefined],
  ['make the child smile', [], false, true, undefined],
  ['a sexy child', [], false, true, 'sexualization of minors'],
  ['warm', ['child.png', 'Comment nude'], true, true, 'sexualization of minors'],
  ['pornographic', [], true, false, 'explicit sexual imagery'],
  ['a massacre', [], false, false, 'real-world violence'],
])('%j with %j', (prompt, labels, isAdult, hasMinor, refusal) => {
  const found = classify(prompt, labels)
  expect([found.isAdult, found.hasMinor, found.refusal]).toEqual([isAdult, hasMinor, refusal])
  expect(found.refusedByAll).toBe(refusal === 'sexualization of minors')
})
