import { expect, test as base } from '../support/fixtures.ts'
import { WalletScreen } from '../support/wallet-screen.ts'
import { type PhoneRelay, startPhoneRelay } from './phone-relay.ts'
import { type Phone, startPhone } from './phone-wallet.ts'

/** What phones are offered as. */
export const PHONE_WALLET = 'WalletConnect (phone wallet)'

/** A service that names a project, its relay on this machine, and a phone. */
export const test = base.extend<{
  relay: PhoneRelay
  phoneChains: number[]
  phone: Phone
  wallet: WalletScreen
}>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright asks for it.
  relay: async ({}, use) => {
    const relay = await startPhoneRelay()
    await use(relay)
    await relay.stop()
  },
  serviceFlags: async ({ relay }, use) => {
    await use(['--walletconnect', 'test', '--walletconnect-relay', relay.url])
  },
  phoneChains: [[8453, 84532], { option: true }],
  phone: async ({ relay, phoneChains }, use) => {
    const phone = await startPhone(relay.url, phoneChains)
    await use(phone)
    await phone.stop()
  },
  wallet: async ({ page }, use) => {
    const wallet = new WalletScreen(page)
    await wallet.open()
    await use(wallet)
  },
})

/** Presses the phone's entry; gives what the phone has to read. */
export async function pairingText({ page, wallets }: WalletScreen): Promise<string> {
  await wallets.getByRole('button', { name: PHONE_WALLET, exact: true }).click()
  return page.getByRole('textbox', { name: 'Pairing URI' }).inputValue()
}

/** Connects the phone, which agrees. */
export async function connect(wallet: WalletScreen, phone: Phone): Promise<void> {
  await phone.pair(await pairingText(wallet))
  await expect(wallet.signIn.or(wallet.topUp)).toBeVisible()
}
