// Node has a `navigator` from version 21 on, and gains members of it (`locks`) later. Unit tests run
// in all of them, so each begins with the same one; a test that needs more stubs it.
Object.defineProperty(globalThis, 'navigator', {
  value: { userAgent: 'Node.js', language: 'en-US', languages: ['en-US'], hardwareConcurrency: 2 },
  configurable: true,
  writable: true,
})
