import fc from 'fast-check'
import { expect, it } from 'vitest'

import { timingPhases } from './phases.ts'

const mark = fc.option(fc.nat(10_000), { nil: undefined })

it('lays the phases end to end, from the request to the last mark', () => {
  fc.assert(
    fc.property(
      fc.record(
        { connected: fc.nat(), headers: fc.nat(), firstByte: fc.nat(), firstToken: fc.nat() },
        { requiredKeys: [] },
      ),
      mark,
      (timing, end) => {
        const phases = timingPhases({
          timing: { ...timing, ...(end === undefined ? {} : { end }) },
        })
        let from = 0
        for (const phase of phases) {
          expect(phase.from).toBe(from)
          expect(phase.to).toBeGreaterThanOrEqual(from)
          from = phase.to
        }
        expect(phases).toHaveLength(Object.keys(timing).length + (end === undefined ? 0 : 1))
      },
    ),
  )
})

it('has no phase for what the browser does not tell', () => {
  expect(timingPhases({ timing: { headers: 20, end: 50 } })).toMatchObject([
    { name: 'Wait for headers', from: 0, to: 20 },
    { name: 'Rest of the response', from: 20, to: 50 },
  ])
})
