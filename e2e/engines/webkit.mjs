// @ts-check
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { freePort } from '../../scripts/run-service.mjs'
import { programPath, startGroup, temporaryFolder } from './engine-process.mjs'
import { click, shortcut, typing } from './input-actions.mjs'
import { VIEWPORT } from './tab.mjs'

const LIBRARIES = '/usr/lib'

/** WebKitGTK's small browser through its WebDriver, on a screen of its own. @type {import('./tab.mjs').OpenTab} */
export async function openWebKit() {
  const [driver, screen, browser] = [
    programPath('WebKitWebDriver'),
    programPath('xvfb-run'),
    miniBrowser(),
  ]
  if (driver === undefined || screen === undefined || browser === undefined) return undefined
  const port = await freePort()
  const { folder, remove } = temporaryFolder('webkit')
  const { stop } = startGroup(
    screen,
    ['-a', '-s', '-screen 0 1400x1000x24', driver, `--port=${port}`],
    {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CACHE_HOME: folder,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  )
  const close = async () => {
    await stop()
    remove()
  }
  const at = `http://127.0.0.1:${port}`
  try {
    await listening(`${at}/status`)
    const { sessionId, capabilities } = await call('POST', `${at}/session`, {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    })
    const session = `${at}/session/${sessionId}`
    await call('POST', `${session}/timeouts`, { script: 120_000, pageLoad: 120_000 })
    await call('POST', `${session}/window/rect`, VIEWPORT)
    /** @param {object[]} actions */
    const act = (actions) => call('POST', `${session}/actions`, { actions })
    return {
      version: `WebKit ${capabilities.browserVersion}`,
      goto: (url) => call('POST', `${session}/url`, { url }),
      run: (source, ...args) =>
        call('POST', `${session}/execute/sync`, {
          script: `return (${source})(...arguments)`,
          args,
        }),
      clickAt: (x, y) => act(click(x, y)),
      type: (text) => act(typing(text)),
      selectAll: () => act(shortcut('a')),
      close: async () => {
        await call('DELETE', session).catch(() => undefined)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The browser that comes with the driver, in the folder of this machine's libraries. */
function miniBrowser() {
  const machines = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : []
  return machines
    .map((machine) => path.join(LIBRARIES, machine, 'webkit2gtk-4.1/MiniBrowser'))
    .find((file) => existsSync(file))
}

/** Resolves once the driver answers. @param {string} url */
async function listening(url) {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await delay(100)
  }
  throw new Error('WebKitWebDriver does not answer.')
}

/**
 * @param {string} method @param {string} url @param {object} [body]
 * @returns {Promise<any>} the value of the response
 */
async function call(method, url, body) {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}
