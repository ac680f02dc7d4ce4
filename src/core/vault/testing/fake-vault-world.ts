import type { Channel } from '../../storage/db/channel.ts'
import * as storage from '../../storage/vault/vault-records.ts'
import type { VaultCrypto } from '../vault-cipher.ts'
import type { VaultMessage, VaultWorld } from '../vault.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The browser of a test: its tabs share what is stored, one device of passkeys and a channel. */
export interface FakeBrowser {
  /** The world of one more tab. */
  openTab(changes?: Partial<VaultWorld>): VaultWorld
  passkeys: FakePasskeys
  /** Every result of PBKDF2 and HKDF has used these parameters. */
  derivations: { name: string; iterations?: number }[]
  reported: unknown[]
}

/** A browser with nothing stored. Needs `fake-indexeddb/auto`. */
export async function fakeBrowser(): Promise<FakeBrowser> {
  await storage.eraseVault()
  const derivations: FakeBrowser['derivations'] = []
  const reported: unknown[] = []
  const passkeys = fakePasskeys()
  const openChannel = memoryChannels<VaultMessage>()
  const crypto = fastCrypto(derivations)
  let now = 1_780_000_000_000
  return {
    passkeys,
    derivations,
    reported,
    openTab: (changes = {}) => ({
      hostname: 'playground.example.com',
      crypto,
      credentials: passkeys,
      storage,
      channel: openChannel(),
      clock: { now: () => (now += 1) },
      report: (error) => reported.push(error),
      ...changes,
    }),
  }
}

/** Web Crypto, with one iteration where a passphrase asks for many. */
function fastCrypto(derivations: FakeBrowser['derivations']): VaultCrypto {
  const { subtle } = crypto
  return {
    getRandomValues: (bytes) => crypto.getRandomValues(bytes),
    randomUUID: () => crypto.randomUUID(),
    subtle: {
      importKey: subtle.importKey.bind(subtle),
      encrypt: subtle.encrypt.bind(subtle),
      decrypt: subtle.decrypt.bind(subtle),
      deriveKey: (algorithm, ...rest) => {
        if (typeof algorithm === 'string') throw new TypeError(algorithm)
        const { name } = algorithm
        const iterations = 'iterations' in algorithm ? { iterations: algorithm.iterations } : {}
        derivations.push({ name, ...iterations })
        return subtle.deriveKey(
          { ...algorithm, ...('iterations' in algorithm && { iterations: 1 }) },
          ...rest,
        )
      },
    },
  }
}

/** Opens ends of one channel in memory; messages arrive in the tabs that did not send them. */
export function memoryChannels<Message>(): () => Channel<Message> {
  const tabs: Set<(message: Message) => void>[] = []
  return () => {
    const own = new Set<(message: Message) => void>()
    tabs.push(own)
    const subscribe = (listener: (message: Message) => void) => {
      own.add(listener)
      return () => void own.delete(listener)
    }
    return {
      publish: (message) => {
        for (const tab of tabs) if (tab !== own) for (const listener of tab) listener(message)
      },
      subscribe,
      subscribeOtherTabs: subscribe,
    }
  }
}

/** Passkeys of one device, as a browser offers them. */
interface FakePasskeys extends Pick<CredentialsContainer, 'create' | 'get'> {
  /** Whether passkeys have a PRF. */
  hasPrf: boolean
  /** Whether it is evaluated while a passkey is made. */
  isEvaluatedAtOnce: boolean
  /** What the person does; a rejection refuses. */
  onAsked: () => Promise<void>
  /** How often the person was asked. */
  asked: number
  /** Deletes all passkeys of the device. */
  lose(): void
}

function fakePasskeys(): FakePasskeys {
  const secrets = new Map<string, Bytes>()
  const credential = async (
    rawId: Bytes,
    { salt, isNew }: { salt: BufferSource | undefined; isNew: boolean },
  ): Promise<Credential> => {
    const isEvaluated = device.hasPrf && salt !== undefined && (!isNew || device.isEvaluatedAtOnce)
    const prf = {
      ...(isNew && { enabled: device.hasPrf }),
      ...(isEvaluated && {
        results: { first: await prfOf(secrets.get(keyOf(rawId)) ?? new Uint8Array(), salt) },
      }),
    }
    return Object.assign(
      { id: keyOf(rawId), type: 'public-key' },
      { rawId: rawId.buffer, getClientExtensionResults: () => (device.hasPrf ? { prf } : {}) },
    )
  }
  const device: FakePasskeys = {
    hasPrf: true,
    isEvaluatedAtOnce: false,
    onAsked: () => Promise.resolve(),
    asked: 0,
    lose: () => secrets.clear(),
    create: async (options) => {
      device.asked += 1
      await device.onAsked()
      const rawId = crypto.getRandomValues(new Uint8Array(16))
      secrets.set(keyOf(rawId), crypto.getRandomValues(new Uint8Array(32)))
      const salt = options?.publicKey?.extensions?.prf?.eval?.first
      return credential(rawId, { salt, isNew: true })
    },
    get: async (options) => {
      device.asked += 1
      await device.onAsked()
      const { allowCredentials = [], extensions } = options?.publicKey ?? {}
      const known = allowCredentials
        .map(({ id }) => toBytes(id))
        .find((id) => secrets.has(keyOf(id)))
      if (known === undefined) throw new DOMException('No such passkey', 'NotAllowedError')
      const salt = extensions?.prf?.evalByCredential?.[keyOf(known)]?.first
      return credential(known, { salt, isNew: false })
    },
  }
  return device
}

async function prfOf(secret: Bytes, salt: BufferSource): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', Uint8Array.of(...secret, ...toBytes(salt)))
}

function toBytes(source: BufferSource): Bytes {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
}

/** As WebAuthn spells it: base64url without padding. */
function keyOf(bytes: Bytes): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
