import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { providerNameProblem } from './provider-name-problem.ts'
import { neutralHeaderName, neutralName, wireHeaderName, wireName } from './provider-name.ts'

/** Provider names that can be used. */
const provider = fc
  .stringMatching(/^[a-z][a-z0-9-]{0,31}$/)
  .filter((name) => providerNameProblem(name) === undefined)

describe('provider names', () => {
  it('become part of JSON and header names', () => {
    expect(wireName('vendor_parameters', 'my-host')).toBe('my_host_parameters')
    expect(wireName('include_vendor_system_prompt', 'acme')).toBe('include_acme_system_prompt')
    expect(wireName('temperature', 'acme')).toBe('temperature')
    expect(wireHeaderName('x-vendor-version', 'my-host')).toBe('x-my-host-version')
    expect(wireHeaderName('x-ratelimit-type', 'my-host')).toBe('x-ratelimit-type')
    expect(neutralHeaderName('X-My-Host-Version', 'my-host')).toBe('x-vendor-Version')
  })

  it('come back neutral, the legacy system-prompt spelling too', () => {
    const names = [
      'vendor_parameters',
      'include_vendor_system_prompt',
      'vendor_web_search_documents',
    ]
    fc.assert(
      fc.property(provider, (name) => {
        for (const neutral of names)
          expect(neutralName(wireName(neutral, name), name)).toBe(neutral)
        const header = wireHeaderName('x-vendor-model-id', name)
        expect(neutralHeaderName(header, name)).toBe('x-vendor-model-id')
        expect(neutralHeaderName('x-ratelimit-type', name)).toBe('x-ratelimit-type')
        expect(neutralName('include_venice_system_prompt', name)).toBe(
          'include_vendor_system_prompt',
        )
      }),
    )
  })

  it.each(['', 'Acme', '1acme', 'acme_x', '-acme', 'a'.repeat(33), 'ratelimit', 'sign'])(
    'refuses %j',
    (name) => {
      expect(providerNameProblem(name)).toMatch(/^Provider name/)
    },
  )

  it.each(['vendor', 'a', 'my-host-2'])('accepts %j', (name) => {
    expect(providerNameProblem(name)).toBeUndefined()
  })
})
