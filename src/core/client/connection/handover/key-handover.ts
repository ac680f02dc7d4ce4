import { HANDOVER_KEY } from '../../../storage/connection/open-connection.ts'
import type { SavedConnection } from '../../../storage/connection/saved-connections.ts'
import type { TextStorage } from '../../../storage/db/browser-storage.ts'
import type { Client } from '../../client.ts'
import type { World } from '../../world.ts'
import { handKeys, keysInMemory, openHanded } from './handed-keys.ts'
import type { KeeperMessage } from './key-keeper.ts'

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
export interface KeyHandover {
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
