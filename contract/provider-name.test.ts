import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from './json.ts'
import {
  neutralBody,
  neutralHeaderName,
  neutralName,
  providerNameProblem,
  wireBody,
  wireHeaderName,
  wireName,
} from './provider-name.ts'

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

const request = {
  model: 'glm:include_vendor_system_prompt=false&enable_web_search=on',
  messages: [
    {
      role: 'user',
      content:
        'What is vendor_parameters? include_vendor_system_prompt, vendor_web_search_documents',
    },
    {
      role: 'assistant',
      tool_calls: [{ id: '1', function: { name: 'vendor_web_search_documents', arguments: '{}' } }],
    },
  ],
  tools: [{ function: { name: 'f', parameters: { vendor_parameters: 1 } } }],
  metadata: { vendor_parameters: 'mine' },
  vendor_parameters: { include_vendor_system_prompt: false, character_slug: 'vendor_parameters' },
}

describe('wireBody', () => {
  it('translates only where the contract puts a name', () => {
    expect(wireBody(request, 'my-host')).toEqual({
      ...request,
      model: 'glm:include_my_host_system_prompt=false&enable_web_search=on',
      messages: [
        request.messages[0],
        {
          role: 'assistant',
          tool_calls: [
            { id: '1', function: { name: 'my_host_web_search_documents', arguments: '{}' } },
          ],
        },
      ],
      vendor_parameters: undefined,
      my_host_parameters: {
        include_my_host_system_prompt: false,
        character_slug: 'vendor_parameters',
      },
    })
  })

  it('comes back unchanged, whatever else the body holds', () => {
    const provider = fc
      .stringMatching(/^[a-z][a-z0-9-]{0,31}$/)
      .filter((name) => providerNameProblem(name) === undefined)
    fc.assert(
      fc.property(provider, fc.dictionary(fc.string(), fc.jsonValue()), (name, extra) => {
        const body = { ...(extra as Record<string, JsonValue>), ...request }
        expect(neutralBody(wireBody(body, name), name)).toEqual(body)
      }),
    )
  })
})

describe('neutralBody', () => {
  it('translates answers, stream events and errors', () => {
    expect(
      neutralBody(
        {
          acme_parameters: { include_acme_system_prompt: true },
          choices: [
            {
              message: {
                content: 'acme_parameters',
                tool_calls: [{ function: { name: 'acme_web_search_documents' } }],
              },
            },
            { delta: { tool_calls: [{ function: { name: 'acme_web_search_documents' } }] } },
          ],
          details: { acme_parameters: { include_acme_system_prompt: { _errors: ['Bad'] } } },
          issues: [{ path: ['acme_parameters', 'include_acme_system_prompt', 0], message: 'Bad' }],
        },
        'acme',
      ),
    ).toEqual({
      vendor_parameters: { include_vendor_system_prompt: true },
      choices: [
        {
          message: {
            content: 'acme_parameters',
            tool_calls: [{ function: { name: 'vendor_web_search_documents' } }],
          },
        },
        { delta: { tool_calls: [{ function: { name: 'vendor_web_search_documents' } }] } },
      ],
      details: { vendor_parameters: { include_vendor_system_prompt: { _errors: ['Bad'] } } },
      issues: [{ path: ['vendor_parameters', 'include_vendor_system_prompt', 0], message: 'Bad' }],
    })
  })

  it('reads the legacy system-prompt spelling, and the proper one where both stand', () => {
    const read = (vendor_parameters: JsonValue) => neutralBody({ vendor_parameters }, 'vendor')
    expect(read({ include_venice_system_prompt: true })).toEqual({
      vendor_parameters: { include_vendor_system_prompt: true },
    })
    expect(
      read({ include_venice_system_prompt: true, include_vendor_system_prompt: false }),
    ).toEqual({ vendor_parameters: { include_vendor_system_prompt: false } })
  })

  it('takes any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(neutralBody(value as JsonValue, 'acme')).toEqual(value)
      }),
    )
  })
})
