import { fund, transfersOf } from '../../../e2e/support/chain-truth.ts'
import { installTestWallet } from '../../../e2e/support/test-wallet.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { expect, test as base } from '../../app/testing/open-page.tsx'

/** A service whose chains have the ids of the real ones. */
const test = base.extend({ serviceOptions: { networkIds: 'mainnet' } })

for (const [name, chain] of [
  ['Practice wallet', 'Base'],
  ['Practice on Solana', 'Solana'],
] as const)
  test(`${name} tops up under the ids of the real chains, where no other wallet is offered`, async ({
    page,
    service,
  }) => {
    const other = await installTestWallet(page, { chainId: 8453 })
    const wallet = new WalletScreen(page)
    await wallet.open()
    await expect(wallet.wallets.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('note')).toContainText('Practice wallet only')
    await expect(wallet.wallets.getByRole('button', { name: 'Test wallet' })).toHaveCount(0)
    await wallet.wallets.getByRole('button', { name, exact: true }).click()
    await wallet.signedIn()
    await wallet.fund()
    await wallet.check()
    await expect(wallet.fact('Network')).toHaveText(`${chain}, testnet USDC`)
    await wallet.confirm.click()
    await expect(page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await wallet.topUp.click()
    await expect(page.getByText('Wallet balance: $90.00')).toBeVisible()
    if (chain === 'Base') {
      const address = await page
        .getByTitle(/^0x[0-9a-fA-F]{40}$/)
        .first()
        .getAttribute('title')
      expect(await transfersOf(page, service.ready, address ?? '')).toEqual([10_000_000n])
    }
    expect(other.log.filter(({ method }) => method !== 'eth_accounts')).toEqual([])
  })

test('on a chain that only the wallet can read, the payment is followed through it and linked to its explorer', async ({
  page,
  service,
}) => {
  const { evm } = service.ready
  const testWallet = await installTestWallet(page, { chainId: 8453, rpcUrl: evm.rpcUrl })
  await fund(page, service.ready, testWallet.address)
  // As a service does that settles on the real chains: it names no chains of its own.
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const {
      evm: _,
      solana: __,
      faucetUrl: ___,
      ...rest
    } = (await response.json()) as { evm: unknown; solana: unknown; faucetUrl: unknown }
    return route.fulfill({ response, json: rest })
  })
  const wallet = new WalletScreen(page)
  await wallet.open()
  await wallet.connect('Test wallet')
  await wallet.signedIn()
  await expect(page.getByText('Wallet balance: $100.00')).toBeVisible()
  await wallet.check()
  await expect(wallet.fact('Network')).toHaveText('Base mainnet: real USDC')
  let isLost = false
  await page.route('**/x402/top-up', async (route) => {
    if (route.request().headers()['payment-signature'] === undefined || isLost)
      return route.continue()
    isLost = true
    await route.fetch()
    return route.abort('connectionreset')
  })
  await wallet.confirm.click()
  await expect(page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
  const link = page
    .getByRole('region', { name: 'Current step' })
    .getByRole('link', { name: 'View on basescan.org' })
  await expect(link).toHaveAttribute('href', /^https:\/\/basescan\.org\/tx\/0x[0-9a-f]{64}$/)
  expect(await transfersOf(page, service.ready, testWallet.address)).toEqual([10_000_000n])
  expect(testWallet.payments()).toBe(1)
})
