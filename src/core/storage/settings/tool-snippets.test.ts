import { describe, expect, it } from 'vitest'

import { readSnippets } from './tool-snippets.ts'

describe('readSnippets', () => {
  it('reads what was kept, whatever the tool is called', () => {
    const kept = [
      { tool: 'get_weather', code: 'return 1', seconds: 5 },
      { tool: '__proto__', code: 'return 2', seconds: 1 },
    ]
    const snippets = readSnippets(JSON.stringify(kept))
    expect([...snippets].map(([tool, snippet]) => ({ tool, ...snippet }))).toEqual(kept)
  })

  it.each([
    null,
    '',
    'not JSON',
    '{}',
    '[null, 1]',
    '[{"tool":"t"}]',
    '[{"tool":"t","code":1,"seconds":5}]',
    '[{"tool":"t","code":"x","seconds":0}]',
  ])('gives none for %j', (text) => {
    expect(readSnippets(text).size).toBe(0)
  })
})
