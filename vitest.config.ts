import { defineConfig } from 'vitest/config'

import { conformanceReporter } from './service/conformance/reporter.ts'

/** Unit and property tests, in Node. What needs a browser is in e2e/. */
export default defineConfig({
  plugins: [
    {
      name: 'conformance',
      // Beside whatever reporters the command line asks for.
      configureVitest: ({ vitest }) => {
        vitest.config.reporters.push(conformanceReporter())
      },
    },
  ],
  test: {
    environment: 'node',
    include: ['{contract,src,service,scripts}/**/*.test.{ts,mjs}'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A condition is waited for as long as a slow machine may need; a fast one does not notice.
    expect: { poll: { timeout: 10_000 } },
  },
})
