import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import type { Wallet } from '../../wallet.ts'
import { TransferFault } from './transfer-fault.ts'

/** Runs a transfer to or from an account while no other tab does; rejects at once where one does. */
export function oneTransfer<Result>(
  { locks }: Pick<Wallet, 'locks'>,
  { id }: Pick<PocketAccount, 'id'>,
  transfer: () => Promise<Result>,
): Promise<Result> {
  return whileLocked(locks, `pocket-transfer:${id}`, 'in_progress', transfer)
}

/** Runs `work` in a lock that all tabs share; rejects with a fault of this kind where it is taken. */
export async function whileLocked<Result>(
  locks: Wallet['locks'],
  name: string,
  taken: 'in_progress' | 'open_top_up',
  work: () => Promise<Result>,
): Promise<Result> {
  if (locks === undefined) throw new TransferFault('unsupported')
  return locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) throw new TransferFault(taken)
    return work()
  })
}
