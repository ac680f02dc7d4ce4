import fc from 'fast-check'

// Property tests begin with the same seed, so that a commit that passes once passes everywhere. To look
// for what that seed does not find: `TEST_SEED=random npm run unit`; a failure names its seed.
const { TEST_SEED } = process.env
if (TEST_SEED !== 'random') fc.configureGlobal({ seed: Number(TEST_SEED ?? 20_261_126) })

// Node has a `navigator` from version 21 on, and gains members of it (`locks`) later. Unit tests run
// in all of them, so each begins with the same one; a test that needs more stubs it.
if (!('document' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: {
      userAgent: 'Node.js',
      language: 'en-US',
      languages: ['en-US'],
      hardwareConcurrency: 2,
    },
    configurable: true,
    writable: true,
  })
