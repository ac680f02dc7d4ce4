// @ts-check
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Shows the app in the reader's browser once the service, which runs in this process, is ready. */
export function openWhenReady() {
  const opener = openerFor(process.argv.slice(2), process.env, process.platform)
  // The service tells its parent process when it is ready; here the parent is this module.
  if (opener && !process.send) process.send = (message) => open(opener, message)
}

/**
 * The command that opens an address in the reader's browser (the address is to be appended), or
 * nothing when none is wanted or there is no screen to show it on.
 * @param {string[]} flags
 * @param {NodeJS.ProcessEnv} env
 * @param {string} platform
 * @returns {string[] | undefined}
 */
export function openerFor(flags, env, platform) {
  const unwanted = ['--json', '--no-open', '--api-only'].some((flag) => flags.includes(flag))
  if (unwanted || env['CI'] || env['VENDOR_JSON'] || env['VENDOR_API_ONLY']) return undefined
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  const hasScreen = env['DISPLAY'] || env['WAYLAND_DISPLAY']
  return hasScreen && isOnPath('xdg-open', env) ? ['xdg-open'] : undefined
}

/** @param {string} name @param {NodeJS.ProcessEnv} env */
function isOnPath(name, env) {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  return folders.some((folder) => existsSync(path.join(folder, name)))
}

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
