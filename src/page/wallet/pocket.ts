import type { StoreApi } from 'zustand/vanilla'

import { createChannel } from '../../core/storage/db/channel.ts'
import { agreedUpstream } from '../../core/storage/payments/agreed-upstream.ts'
import { findPayee } from '../../core/storage/payments/payee-pins.ts'
import * as storage from '../../core/storage/pocket/pocket-records.ts'
import { lockWhenIdle } from '../../core/vault/lock-when-idle.ts'
import {
  createPocket,
  lockPocketHere,
  type PocketMessage,
} from '../../core/wallet/pocket/pocket-account.ts'
import { openPocketDrivers } from '../../core/wallet/pocket/pocket-drivers.ts'
import type { SessionState } from '../../core/wallet/session/wallet-session.ts'
import { client } from '../client.ts'

/** The pocket accounts of this page. Loaded when there is one, or one is about to be created. */
export const pocket = createPocket({
  storage,
  loadVault: () => import('../vault.ts'),
  findPayee,
  agreedUpstream,
  channel: createChannel<PocketMessage>('pocket'),
  crypto,
  now: () => client.world.clock.now(),
  report: reportError,
})

lockWhenIdle(
  { store: pocket.store, lockHere: () => lockPocketHere(pocket) },
  {
    clock: client.world.clock,
    window,
    document,
    // Who is there for the vault is there for these, too.
    channel: createChannel<'active'>('vault-activity'),
  },
)

/** Opens them as wallets. */
export function openPocket(session: StoreApi<SessionState>) {
  return openPocketDrivers(pocket, session)
}
