import { defineConfig } from '@playwright/test'

import { launchOptions } from './scripts/browser.mjs'

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
    launchOptions: launchOptions('shell'),
  },
})
