import { expect, it } from 'vitest'

import { connectWallet } from './drivers.ts'
import {
  createSessionStore,
  type EvmDriver,
  type WalletChoice,
  type WalletDrivers,
} from './wallet-session.ts'

const silent: WalletChoice = { family: 'evm', id: 'silent.example', name: 'Silent' }
const other: WalletChoice = { family: 'evm', id: 'other.example', name: 'Other' }

/** A page with a wallet whose prompt stays open until `approve`, and one that connects at once. */
function openPage() {
  const session = createSessionStore()
  const approvals: (() => void)[] = []
  const disconnected: string[] = []
  const driver: Pick<EvmDriver, 'connect' | 'disconnect'> = {
    connect: async (id) => {
      if (id === silent.id) await new Promise<void>((resolve) => approvals.push(resolve))
      session.setState({
        session: { family: 'evm', id, name: id, address: '0x01', kind: 'wallet' },
      })
    },
    disconnect: () => {
      disconnected.push(session.getState().session?.id ?? '')
      session.setState({ session: undefined })
      return Promise.resolve()
    },
  }
  const drivers = { evm: () => Promise.resolve(driver as EvmDriver) } as WalletDrivers
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const approve = async () => {
    for (const resolve of approvals.splice(0)) resolve()
    await settled()
  }
  return { wallet: { session, drivers }, session, approve, settled, disconnected }
}

it('a wallet that does not answer is canceled, and let go if it connects after all', async () => {
  const { wallet, session, approve, settled, disconnected } = openPage()
  const connecting = connectWallet(wallet, silent)
  await settled()
  session.getState().connecting?.cancel?.()
  expect(await connecting).toBe(false)
  expect(session.getState()).toMatchObject({ connecting: undefined, problem: undefined })
  await approve()
  expect(session.getState().session).toBeUndefined()
  expect(disconnected).toEqual([silent.id])
})

it('choosing another wallet cancels the one that does not answer', async () => {
  const { wallet, session, settled } = openPage()
  const connecting = connectWallet(wallet, silent)
  await settled()
  expect(await connectWallet(wallet, other)).toBe(true)
  expect(await connecting).toBe(false)
  expect(session.getState()).toMatchObject({ connecting: undefined, session: { id: other.id } })
})

it('one that is chosen again after it was canceled stays connected', async () => {
  const { wallet, session, approve, settled, disconnected } = openPage()
  const first = connectWallet(wallet, silent)
  await settled()
  session.getState().connecting?.cancel?.()
  const second = connectWallet(wallet, silent)
  await settled()
  await approve()
  expect([await first, await second]).toEqual([false, true])
  expect(session.getState().session).toMatchObject({ id: silent.id })
  expect(disconnected).toEqual([])
})
