import { createChannel } from '../../core/storage/db/channel.ts'
import { findPayee } from '../../core/storage/payments/payee-pins.ts'
import * as storage from '../../core/storage/pocket/pocket-records.ts'
import { createPocket, type PocketMessage } from '../../core/wallet/pocket/pocket-account.ts'
import { client } from '../client.ts'

/** The pocket accounts of this page. Loaded when there is one, or one is about to be created. */
export const pocket = createPocket({
  storage,
  loadVault: () => import('../vault.ts'),
  findPayee,
  channel: createChannel<PocketMessage>('pocket'),
  crypto,
  now: () => client.world.clock.now(),
  report: reportError,
})
