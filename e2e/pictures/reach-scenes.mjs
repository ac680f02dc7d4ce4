// @ts-check
/** Requests that got no readable answer, for the same tests and pictures as failure-scenes.mjs. */
import { once } from 'node:events'
import { createServer } from 'node:http'

import { call, chooseModel, open, say } from './scene-steps.mjs'
import { openSecurely } from './secure-page.mjs'

/** @typedef {import('playwright').Locator} Locator */
/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./failure-scenes.mjs').FailureScene} FailureScene */
/**
 * @typedef {FailureScene & { words: string, isAgainstPolicy?: true }} ReachScene `words`: why, as it was
 *   found out; `isAgainstPolicy`: the page's security policy is meant to be violated
 */

const CHAT = '**/chat/completions'

/**
 * An API of somebody else: pages may list its models, and not read its answers to chat (CORS).
 * @param {Page} page it ends with its browser context
 * @returns {Promise<{ origin: string, stop: () => void }>}
 */
async function startOtherApi(page) {
  const server = createServer((request, response) => {
    const isForPages = request.method === 'OPTIONS' || request.url === '/v1/models'
    response.writeHead(200, {
      'Content-Type': 'application/json',
      ...(isForPages
        ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*, authorization' }
        : {}),
    })
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'other', object: 'model' }] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => server.close().closeAllConnections()
  page.context().once('close', stop)
  const address = server.address()
  return { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, stop }
}

/** Begins to connect to another API. @param {Page} page @param {string} origin */
async function enterAddress(page, origin) {
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(`${origin}/v1`)
  return dialog
}

/** Connects with a key. @param {Locator} dialog @param {boolean} [anyway] though it was tried in vain */
async function connect(dialog, anyway = false) {
  await dialog.getByLabel('API key').fill('a-key')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  if (anyway) await dialog.getByRole('button', { name: 'Connect anyway' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await chooseModel(dialog.page(), 'other')
}

/**
 * Requests that got no readable answer, told apart: by the network, or by what the other side allows.
 * @type {Record<'offline' | 'unreachable' | 'answers_again' | 'cors' | 'mixed_content' | 'blocked_by_policy', ReachScene>}
 */
export const reachScenes = {
  offline: {
    title: "You're offline",
    step: 'Retry',
    words: 'Nothing was sent',
    prepare: async ({ page }) => {
      await open(page, 'Explore')
      await page.getByRole('textbox', { name: 'Path' }).waitFor()
      // What reads the stored jobs is loaded late, and without a network it can't be.
      await page.evaluate(async () => {
        const hasJobs = async () =>
          (await indexedDB.databases()).some(({ name }) => name === 'vendor-playground-jobs')
        while (!(await hasJobs())) await new Promise((resolve) => setTimeout(resolve, 20))
      })
      await page.context().setOffline(true)
      await call(page, 'GET', '/models')
    },
  },
  unreachable: {
    title: 'API unreachable',
    step: 'Retry',
    words: 'No response from http://127.0.0.1',
    prepare: async ({ page }) => {
      await page.route(
        ({ pathname }) => pathname === '/' || pathname.startsWith('/api/'),
        (route) => route.abort('connectionrefused'),
      )
      await say(page, 'Hello')
    },
  },
  answers_again: {
    title: 'API unreachable',
    step: 'Retry',
    words: 'responds now. The connection was interrupted',
    prepare: async ({ page }) => {
      await page.route(CHAT, (route) => route.abort('connectionreset'))
      await say(page, 'Hello')
    },
  },
  cors: {
    title: 'API unreachable',
    step: 'Retry',
    words: 'responds but blocks cross-origin requests (CORS)',
    prepare: async ({ page }) => {
      const other = await startOtherApi(page)
      const dialog = await enterAddress(page, other.origin)
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      // Only a person knows whether it needs a key.
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
      const { host } = new URL(other.origin)
      await page
        .getByRole('button', { name: 'Connection', exact: true })
        .filter({ hasText: host })
        .waitFor()
      await dialog.waitFor({ state: 'hidden' })
      await say(page, 'Hello')
    },
  },
  mixed_content: {
    title: 'API unreachable',
    step: 'Retry',
    words: 'open this page over HTTP (mixed content)',
    prepare: async ({ page, ready }) => {
      const other = await startOtherApi(page)
      await openSecurely(page, ready.appUrl, other.origin)
      const dialog = await enterAddress(page, other.origin)
      await connect(dialog)
      other.stop()
      await say(page, 'Hello')
    },
  },
  blocked_by_policy: {
    title: 'API unreachable',
    step: 'Retry',
    words: "CSP doesn't include http://127.0.0.1",
    isAgainstPolicy: true,
    prepare: async ({ page, ready }) => {
      const other = await startOtherApi(page)
      await openSecurely(page, ready.appUrl)
      const dialog = await enterAddress(page, other.origin)
      await connect(dialog, true)
      await say(page, 'Hello')
    },
  },
}
