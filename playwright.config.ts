import { defineConfig } from '@playwright/test'

import { launchOptions } from './scripts/browser.mjs'

const { args, ...launch } = launchOptions('shell')

/** The built app in a real browser; e2e/support/fixtures.ts starts a service of its own for each test. */
export default defineConfig({
  testDir: './e2e',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // More than cores: a test waits for the page, the disk and the network a third of its time.
  workers: '150%',
  // Long enough for a machine that is busy with other things; a fast one does not notice.
  timeout: 180_000,
  globalTimeout: 65 * 60_000,
  expect: { timeout: 60_000 },
  // What people come for first; in one start, as that costs what several tests do.
  projects: [
    { name: 'smoke', grep: /@smoke/ },
    { name: 'e2e', grepInvert: /@smoke/ },
  ],
  reporter: [['list']],
  use: {
    locale: 'en-US',
    // Only tests of it use what is stored: the others see every request.
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    launchOptions: {
      ...launch,
      // What few tests need, all have: another browser is another worker, with services of its own.
      args: [
        ...args,
        // A microphone that beeps, and nobody to ask.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        // A name that stands for this machine, without the browser knowing that it is safe.
        '--host-resolver-rules=MAP api.test 127.0.0.1',
      ],
    },
  },
})
