// @ts-check
/** Requests over raw sockets, so that the client costs little of what is measured. */
import { readFileSync } from 'node:fs'
import net from 'node:net'

/**
 * @typedef {object} Load
 * @property {string} baseUrl
 * @property {(index: number) => string} key the bearer token of a request
 * @property {object} body
 * @property {number} connections
 */

const END_OF_HEADERS = '\r\n\r\n'
const END_OF_CHUNKS = '0\r\n\r\n'

/**
 * Asks again and again on kept connections.
 * @param {Load} load @param {number} ms
 * @returns {Promise<{ perSecond: number, failed: number, times: number[] }>} finished requests in a second, and how long each but the first of its connection took, ms
 */
export async function measureRate(load, ms) {
  const until = performance.now() + ms
  const started = performance.now()
  let asked = 0
  let finished = 0
  let failed = 0
  /** @type {number[]} */
  const times = []
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = await connect(load.baseUrl)
      let isAccepted = false
      while (performance.now() < until) {
        const from = performance.now()
        // Each with the next key, also those that are under way together.
        const status = await exchange(socket, requestOf(load, asked++))
        // The first one also waits for its connection to be accepted: the loop accepts one in each turn.
        if (isAccepted) times.push(performance.now() - from)
        isAccepted = true
        finished += 1
        if (status !== 200) failed += 1
      }
      socket.destroy()
    }),
  )
  return { perSecond: (finished / (performance.now() - started)) * 1000, failed, times }
}

/**
 * Opens streams and leaves them open; resolves when each has its first event.
 * @param {Load} load @returns {Promise<{ close: () => void }>}
 */
export async function openStreams(load) {
  const sockets = await Promise.all(
    Array.from({ length: load.connections }, async (_, index) => {
      const socket = await connect(load.baseUrl)
      socket.write(requestOf(load, index))
      await new Promise((resolve) => socket.once('data', resolve))
      return socket
    }),
  )
  return {
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** CPU time a process has used, ms (Linux). @param {number} pid */
export function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Memory a process has resident, KiB (Linux). @param {number} pid */
export function residentKiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** @param {string} baseUrl @returns {Promise<net.Socket>} */
function connect(baseUrl) {
  const { hostname, port } = new URL(baseUrl)
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** @param {Load} load @param {number} index */
function requestOf({ baseUrl, key, body }, index) {
  const { host, pathname } = new URL(baseUrl)
  const text = JSON.stringify(body)
  return [
    `POST ${pathname}/chat/completions HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${key(index)}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
}

/** One request and its whole answer. @param {net.Socket} socket @param {string} request @returns {Promise<number>} its status */
function exchange(socket, request) {
  return new Promise((resolve, reject) => {
    let head = ''
    let rest = ''
    let missing = -1
    /** @param {Buffer} data */
    const onData = (data) => {
      if (missing < 0) {
        head += data.toString('latin1')
        const end = head.indexOf(END_OF_HEADERS)
        if (end < 0) return
        const length = /content-length: (\d+)/i.exec(head.slice(0, end))?.[1]
        rest = head.slice(end + END_OF_HEADERS.length)
        missing = length === undefined ? Number.POSITIVE_INFINITY : Number(length) - rest.length
      } else if (missing === Number.POSITIVE_INFINITY) {
        rest = rest.slice(-END_OF_CHUNKS.length) + data.toString('latin1')
      } else missing -= data.length
      const isDone =
        missing === Number.POSITIVE_INFINITY ? rest.endsWith(END_OF_CHUNKS) : missing <= 0
      if (!isDone) return
      socket.off('data', onData)
      socket.off('close', onClose)
      resolve(Number(head.slice(9, 12)))
    }
    const onClose = () => reject(new Error('The connection was closed'))
    socket.on('data', onData)
    socket.once('close', onClose)
    socket.write(request)
  })
}
