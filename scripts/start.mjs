// @ts-check
/**
 * `npm start` and `npm run service`: set up, then run the built service in this very process, so
 * that signals and exit codes need no forwarding and a killed start leaves nothing behind.
 */
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'

import { serviceEntry } from './checkout.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { openerFor } from './opener.mjs'
import { runMain } from './plain-failure.mjs'
import { setUp } from './setup.mjs'

await runMain(async () => {
  const flags = process.argv.slice(2)
  endWithNpm()
  setUp()

  const opener = openerFor(flags, process.env, process.platform)
  // The service tells its parent process when it is ready; here the parent is this module.
  if (opener && !process.send) process.send = (message) => open(opener, message)

  process.argv = [process.execPath, serviceEntry, ...flags]
  await import(pathToFileURL(serviceEntry).href)
})

/**
 * Shows the app in the reader's browser; when that fails, the printed address is still there.
 * @param {string[]} opener command and arguments
 * @param {{ ready?: boolean, appUrl?: string }} message
 */
function open([command = '', ...args], { ready, appUrl }) {
  if (!ready || !appUrl) return false
  spawn(command, [...args, appUrl], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
  return true
}
