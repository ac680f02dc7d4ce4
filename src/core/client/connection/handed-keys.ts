import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import { HANDOVER_KEY } from '../../storage/connection/open-connection.ts'
import type { SavedConnection } from '../../storage/connection/saved-connections.ts'
import type { TextStorage } from '../../storage/db/browser-storage.ts'
import type { Client } from '../client.ts'
import type { World } from '../world.ts'
import type { Connection } from './connections.ts'
import { secretsCredential } from './credential.ts'
import { isOpen } from './saved-choice.ts'

/** What authenticates an open connection, on its way over a load of the page. Never stored. */
interface HandedKey {
  /** The connection's id. */
  id: string
  baseUrl: string
  headers: HeaderList
}

/** The open connections whose keys are in the memory of this page alone: a load forgets them. */
export function keysInMemory(open: readonly Connection[]): readonly Connection[] {
  return open.filter(
    ({ kind, credential }) =>
      kind === 'remote' && credential?.kind === 'api-key' && credential.isSealed !== true,
  )
}

/** Takes the keys that are in memory out of their closures, to hand them over a load. */
async function handKeys(open: readonly Connection[]): Promise<HandedKey[]> {
  const { signal } = new AbortController()
  return Promise.all(
    keysInMemory(open).map(async ({ id, baseUrl, credential }) => ({
      id,
      baseUrl,
      headers: (await credential?.authorize({ method: 'GET', url: baseUrl }, signal)) ?? [],
    })),
  )
}

/** Opens the saved connections whose keys came over a load. One that was moved or removed meanwhile gets none. */
function openHanded(
  { connections }: Pick<Client, 'connections'>,
  saved: readonly SavedConnection[],
  handed: unknown,
): void {
  for (const key of Array.isArray(handed) ? handed.filter(isHandedKey) : []) {
    const { id, baseUrl, headers } = key
    const found = saved.find((one) => one.id === id && one.baseUrl === baseUrl)
    if (found === undefined || isOpen(connections.store.getState().open, found)) continue
    const isBearer = ([name, value]: HeaderList[number]) =>
      name.toLowerCase() === 'authorization' && value.startsWith(BEARER)
    const secrets = {
      apiKey: headers.find(isBearer)?.[1].slice(BEARER.length) ?? '',
      headers: headers.filter((header) => !isBearer(header)),
    }
    const credential = secretsCredential(secrets, new URL(baseUrl).origin)
    if (credential !== undefined) connections.open(found, credential)
  }
}

const BEARER = 'Bearer '

function isHandedKey(value: unknown): value is HandedKey {
  if (!isJsonObject(value)) return false
  const { id, baseUrl, headers } = value
  return (
    typeof id === 'string' &&
    typeof baseUrl === 'string' &&
    Array.isArray(headers) &&
    headers.every(
      (pair) =>
        Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string'),
    )
  )
}

/** How long a service worker may take to answer, ms: one of an earlier build never does. */
const ANSWER_MS = 2_000

interface HandoverWorld {
  /** Of this tab. It gets a token that is worth nothing once it was used, never a key. */
  session: Pick<TextStorage, 'load' | 'save' | 'remove'>
  /** The service worker of this page, in whose memory the keys wait; undefined where there is none. */
  keeper: () => Pick<ServiceWorker, 'postMessage'> | undefined
  random: Pick<World['random'], 'uuid'>
  /** Leaves the page for another address. */
  go: (address: string) => void
}

/** Takes the keys that are in memory over a load of the page, which a newly allowed origin needs. */
interface KeyHandover {
  /** Whether keys can be taken along; otherwise they have to be entered again. */
  isPossible(): boolean
  /** Leaves the page, also where no key could be taken along. */
  leave(client: Pick<Client, 'connections'>, address: string): Promise<void>
  /** When it is back: opens the connections whose keys came along. */
  arrive(client: Pick<Client, 'connections'>, saved: readonly SavedConnection[]): Promise<void>
}

export function createKeyHandover({ session, keeper, random, go }: HandoverWorld): KeyHandover {
  const ask = (message: KeeperMessage): Promise<unknown> => {
    const { port1, port2 } = new MessageChannel()
    return new Promise<unknown>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_MS)
      port1.onmessage = ({ data }: MessageEvent<unknown>) => {
        clearTimeout(timer)
        resolve(data)
      }
      keeper()?.postMessage(message, [port2])
    }).finally(() => port1.close())
  }
  return {
    isPossible: () => keeper() !== undefined,
    async leave({ connections }, address) {
      const { open } = connections.store.getState()
      if (keeper() !== undefined && keysInMemory(open).length > 0) {
        const token = random.uuid()
        const isKept = await ask({ keep: token, keys: await handKeys(open) })
        if (isKept === true) session.save(HANDOVER_KEY, token)
      }
      go(address)
    },
    async arrive(client, saved) {
      const token = session.load(HANDOVER_KEY)
      session.remove(HANDOVER_KEY)
      if (token === undefined || keeper() === undefined) return
      openHanded(client, saved, await ask({ take: token }))
    },
  }
}

/** How long keys wait for the page to come back, ms. */
const KEEP_MS = 2 * 60_000

/** What a page asks: to keep keys under a token, or to have them back. */
type KeeperMessage = { keep: string; keys: unknown } | { take: string }

interface KeyKeeper {
  /**
   * Answers a page. The promise ends once nothing is kept for it any more, so that the service worker lives
   * as long; for anything that is no message of a page, at once.
   */
  receive: (message: unknown, reply: (answer: unknown) => void) => Promise<void>
}

/**
 * Keeps keys over a load of the page, in memory only: under a token that the page made for this one load,
 * once, and for two minutes at most.
 */
export function createKeyKeeper(): KeyKeeper {
  const kept = new Map<string, { keys: unknown; forget: () => void }>()
  return {
    async receive(message, reply) {
      if (!isMessage(message)) return
      if ('take' in message) {
        const found = kept.get(message.take)
        found?.forget()
        reply(found?.keys)
        return
      }
      const { keep: token, keys } = message
      await new Promise<void>((resolve) => {
        const forget = () => {
          clearTimeout(timer)
          kept.delete(token)
          resolve()
        }
        const timer = setTimeout(forget, KEEP_MS)
        kept.set(token, { keys, forget })
        reply(true)
      })
    },
  }
}

function isMessage(value: unknown): value is KeeperMessage {
  if (typeof value !== 'object' || value === null) return false
  const token: unknown = 'keep' in value ? value.keep : 'take' in value ? value.take : undefined
  return typeof token === 'string'
}
