import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../../contract/wallet/networks.ts'
import { mintSignIn, newNonce, signInText } from '../../../../../contract/wallet/sign-in.ts'
import type { Channel } from '../../../storage/db/channel.ts'
import * as storage from '../../../storage/pocket/pocket-records.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { createUnlockWaits } from '../../../vault/lock-when-idle.ts'
import { memoryChannels, fakeBrowser } from '../../../vault/testing/fake-vault-world.ts'
import { createVault, type Vault } from '../../../vault/vault.ts'
import { createSessionStore } from '../../session/wallet-session.ts'
import {
  createPocket,
  type Pocket,
  type PocketMessage,
  type PocketWorld,
} from '../pocket-account.ts'
import { openPocketDrivers } from '../pocket-drivers.ts'

/** What unlocks the vault of a test. */
export const PROOF = { kind: 'passphrase', passphrase: 'correct horse battery' } as const

/** One tab of a test's browser. */
export interface FakeTab {
  pocket: Pocket
  vault: Vault
  session: ReturnType<typeof createSessionStore>
  drivers: ReturnType<typeof openPocketDrivers>
  /** How often the person was asked to unlock. */
  asked: { times: number }
}

/** A sign-in of an account at its own API. */
export function signInOf(account: PocketAccount, nowMs: number): string {
  const fields = mintSignIn({
    url: `${account.baseUrl}/chat/completions`,
    address: account.address,
    network: account.family === 'evm' ? BASE_SEPOLIA : SOLANA_DEVNET,
    nowMs,
    nonce: newNonce(),
  })
  return signInText(fields) ?? ''
}

/** A browser whose tabs share the storage, the clock and the channels. Needs `fake-indexeddb/auto`. */
export async function fakePocketBrowser() {
  for (const { id } of (await storage.listPocketAccounts()).accounts)
    await storage.deletePocketAccount(id)
  const browser = await fakeBrowser()
  const openChannel: () => Channel<PocketMessage> = memoryChannels<PocketMessage>()
  const clock = { now: 1_800_000_000_000 }
  const payees = new Map<string, string>()
  const openTab = (changes: Partial<PocketWorld> = {}): FakeTab => {
    const world = browser.openTab()
    const vault = createVault(world)
    const asked = { times: 0 }
    const unlockWaits = createUnlockWaits(vault, (isWaiting) => {
      if (isWaiting) asked.times += 1
    })
    const pocket = createPocket({
      storage,
      loadVault: () => Promise.resolve({ vault, unlockWaits }),
      findPayee: (origin, network) => {
        const payTo = payees.get(`${origin} ${network}`)
        return Promise.resolve(
          payTo === undefined ? undefined : { id: `${origin} ${network}`, payTo, at: clock.now },
        )
      },
      agreedUpstream: () => undefined,
      channel: openChannel(),
      crypto: world.crypto,
      now: () => clock.now,
      report: (error) => browser.reported.push(error),
      ...changes,
    })
    const session = createSessionStore()
    return { pocket, vault, session, drivers: openPocketDrivers(pocket, session), asked }
  }
  return { openTab, clock, payees, reported: browser.reported }
}
