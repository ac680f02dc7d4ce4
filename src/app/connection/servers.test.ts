import { expect, test } from 'vitest'

import { readBaseUrl } from '../../core/client/connection/base-url.ts'
import { SERVERS, serverAt } from './servers.ts'

test('every server of the list is a base URL that can be connected to as it is', () => {
  for (const { baseUrl } of Object.values(SERVERS).flat())
    expect(readBaseUrl(baseUrl)).toMatchObject({ ok: true, baseUrl })
})

test('a typed URL is recognized, by either name of this machine', () => {
  expect(serverAt(' http://localhost:11434/v1/')).toBe('Ollama')
  expect(serverAt('https://api.openai.com/v1')).toBe('OpenAI')
  expect(serverAt('https://api.example.com/v1')).toBeUndefined()
})
