import { expect, it } from 'vitest'

import { readDirectives } from './directives.ts'

it.each([
  ['hello', {}],
  ['/markdown', { markdown: true }],
  ['/tokens 20 /rate 5.5 tell me', { tokens: 20, rate: 5.5 }],
  ['/think\n/tool', { think: true, tool: true }],
  ['/stall 0.2 x', { stallSeconds: 0.2 }],
  ['/fail 503', { failStatus: 503 }],
  ['/cut 3 /stream-error', { cutAfter: 3, streamError: true }],
  ['tell me about /markdown', {}],
  ['/unknown /markdown', {}],
  ['/tokens many', {}],
  ['/tokens', {}],
  ['/echo 5 /markdown', { echo: true }],
  ['/markdownish', {}],
  ['/tokens 9999999', { tokens: 200_000 }],
])('%j means %j', (text, directives) => {
  expect(readDirectives(text)).toEqual(directives)
})
