// @ts-check
/**
 * `npm start` and `npm run service`: set up, then run the built service in this very process, so
 * that signals and exit codes need no forwarding and a killed start leaves nothing behind.
 */
import { pathToFileURL } from 'node:url'

import { serviceEntry } from './checkout.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { openWhenReady } from './opener.mjs'
import { runMain } from './plain-failure.mjs'
import { setUp } from './setup.mjs'

await runMain(async () => {
  const flags = process.argv.slice(2)
  endWithNpm()
  await setUp()

  openWhenReady()

  process.argv = [process.execPath, serviceEntry, ...flags]
  await import(pathToFileURL(serviceEntry).href)
})
