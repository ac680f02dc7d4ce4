// @ts-check
import { createInterface } from 'node:readline'

import WebSocket from 'ws'

import { programPath, startGroup, temporaryFolder } from './engine-process.mjs'
import { click, shortcut, typing } from './input-actions.mjs'
import { VIEWPORT } from './tab.mjs'

/** Firefox over WebDriver BiDi. @type {import('./tab.mjs').OpenTab} */
export async function openFirefox() {
  const program = programPath('firefox-esr') ?? programPath('firefox')
  if (program === undefined) return undefined
  const { folder, remove } = temporaryFolder('firefox')
  const { child, stop } = startGroup(
    program,
    ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'],
    // Its cache and settings beside its profile: nothing of a person's own Firefox is read.
    { HOME: folder },
  )
  const close = async () => {
    await stop()
    remove()
  }
  try {
    const address = await addressFrom(child)
    const { send, end } = await connectBidi(`${address}/session`)
    const session = await send('session.new', { capabilities: {} })
    const { contexts } = await send('browsingContext.getTree', { maxDepth: 0 })
    const { context } = contexts[0]
    await send('browsingContext.setViewport', { context, viewport: VIEWPORT })
    /** @param {object[]} actions */
    const act = (actions) => send('input.performActions', { context, actions })
    return {
      version: `Firefox ${session.capabilities.browserVersion}`,
      goto: async (url) => {
        await send('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      run: async (source, ...args) => {
        const answer = await send('script.evaluate', {
          target: { context },
          expression: `JSON.stringify((${source})(...${JSON.stringify(args)}))`,
          awaitPromise: true,
        })
        if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
        return JSON.parse(answer.result.value)
      },
      clickAt: (x, y) => act(click(x, y)),
      type: (text) => act(typing(text)),
      selectAll: () => act(shortcut('a')),
      close: async () => {
        end()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The address that Firefox prints once it listens. @param {import('node:child_process').ChildProcess} child */
async function addressFrom({ stderr }) {
  if (stderr === null) throw new Error('Firefox has no output.')
  for await (const line of createInterface({ input: stderr })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    // What it says later must not fill the pipe.
    stderr.resume()
    return address
  }
  throw new Error('Firefox ended before it listened.')
}

/**
 * A connection that answers each command in its own time.
 * @param {string} address
 */
async function connectBidi(address) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  /** @type {Map<number, { resolve: (result: unknown) => void, reject: (error: Error) => void }>} */
  const waiting = new Map()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return
    const { id, type, result, error, message } = JSON.parse(data)
    const command = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') command?.resolve(result)
    else command?.reject(new Error(`${error}: ${message}`))
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has gone.'))
  })
  return {
    /** @param {string} method @param {object} params @returns {Promise<any>} */
    send: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    end: () => socket.terminate(),
  }
}
