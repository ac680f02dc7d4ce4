import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { type WebSocket, WebSocketServer } from 'ws'

/** A message that waits for whoever subscribes to its topic. */
interface Message {
  topic: string
  message: string
  publishedAt: number
  /** Who sent it, and who has it already. */
  known: Set<string>
}

interface Question {
  id: number | string
  method?: string
  params?: Record<string, unknown>
}

/** A relay between pages and phones on this machine. */
export interface PhoneRelay {
  url: string
  /** How many pages and phones are connected. */
  connected: () => number
  stop: () => Promise<void>
}

/**
 * Starts a relay that speaks as much of the IRN protocol as the client does. It sees ciphertext only, keeps
 * each message until its reader comes, and delivers it to each once, except to who sent it.
 */
export async function startPhoneRelay(port = 0): Promise<PhoneRelay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  await once(server, 'listening')
  const messages: Message[] = []
  const topics = new Map<WebSocket, Set<string>>()
  const readers = new Map<WebSocket, string>()
  /** What is on its way; it has arrived when its receipt comes. */
  const sent = new Map<number, { socket: WebSocket; entry: Message }>()
  let lastId = Date.now() * 1000

  const deliver = () => {
    for (const [socket, own] of topics)
      for (const entry of messages) {
        const reader = readers.get(socket) ?? ''
        const isOnItsWay = [...sent.values()].some(
          (one) => one.socket === socket && one.entry === entry,
        )
        if (!own.has(entry.topic) || entry.known.has(reader) || isOnItsWay) continue
        const id = lastId++
        sent.set(id, { socket, entry })
        const { topic, message, publishedAt } = entry
        const data = { topic, message, publishedAt }
        const params = { id: topic, data }
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
      }
  }
  const answer = (socket: WebSocket, { method, params = {} }: Question): unknown => {
    const own = topics.get(socket) ?? new Set<string>()
    const text = (name: string) => String(params[name])
    const list = () => (params['topics'] as string[] | undefined) ?? []
    const publish = (topic: string, message: string) => {
      const known = new Set([readers.get(socket) ?? ''])
      messages.push({ topic, message, publishedAt: Date.now(), known })
    }
    switch (method) {
      case 'irn_subscribe':
        own.add(text('topic'))
        return text('topic')
      case 'irn_batchSubscribe':
        for (const topic of list()) own.add(topic)
        return list()
      case 'irn_unsubscribe':
        return own.delete(text('topic'))
      case 'irn_publish':
        publish(text('topic'), text('message'))
        return true
      case 'irn_fetchMessages':
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false }
      // A page proposes a session, and hears of the answer without subscribing by itself.
      case 'wc_proposeSession':
        own.add(text('pairingTopic'))
        publish(text('pairingTopic'), text('sessionProposal'))
        return true
      case 'wc_approveSession':
        own.add(text('sessionTopic'))
        publish(text('pairingTopic'), text('sessionProposalResponse'))
        publish(text('sessionTopic'), text('sessionSettlementRequest'))
        return true
      default:
        return undefined
    }
  }

  server.on('connection', (socket, request) => {
    topics.set(socket, new Set())
    readers.set(socket, readerOf(request.url ?? ''))
    socket.on('close', () => {
      topics.delete(socket)
      readers.delete(socket)
      for (const [id, one] of sent) if (one.socket === socket) sent.delete(id)
    })
    socket.on('message', (bytes: Buffer) => {
      const question = JSON.parse(bytes.toString()) as Question
      if (question.method === undefined) {
        const arrived = sent.get(Number(question.id))
        sent.delete(Number(question.id))
        arrived?.entry.known.add(readers.get(socket) ?? '')
        return
      }
      const result = answer(socket, question)
      socket.send(JSON.stringify({ id: question.id, jsonrpc: '2.0', result }))
      deliver()
    })
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connected: () => topics.size,
    stop: async () => {
      for (const socket of topics.keys()) socket.terminate()
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

/** Who connects, by the key in its token: the same after a reload. */
function readerOf(path: string): string {
  const token = new URL(path, 'ws://relay').searchParams.get('auth') ?? ''
  const [, payload = ''] = token.split('.')
  const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: string }
  return iss
}
