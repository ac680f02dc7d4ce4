import { runService } from '../../scripts/run-service.mjs'
import { connectTo } from '../support/connect-to.ts'
import { expect, test } from '../support/fixtures.ts'
import { installTestWallet } from '../support/test-wallet.ts'
import { WalletScreen } from '../support/wallet-screen.ts'

test('with an API at another address it is said before the first signature that wallets will warn', async ({
  page,
  service,
}) => {
  const here = new URL(service.ready.appUrl)
  const other = await runService([
    '--memory',
    '--port',
    '0',
    '--network-ids',
    'mainnet',
    '--allow-origin',
    here.origin,
  ])
  try {
    const there = new URL(other.ready.appUrl)
    const asked = await installTestWallet(page, { name: 'Careful wallet' })
    await page.goto('/chat')
    await connectTo(page, { baseUrl: other.ready.baseUrl })

    const wallet = new WalletScreen(page)
    await wallet.goTo('Wallet')
    await wallet.connect('Careful wallet')
    const step = page.getByRole('region', { name: 'Current step' })
    await expect(step).toContainText(`This page is on ${here.host}, the API on ${there.host}.`)
    await expect(step).toContainText('Wallets may warn or refuse')
    await wallet.signIn.click()
    await expect(wallet.balance).toHaveText('$0.00')
    const [text = ''] = asked.log
      .filter(({ method }) => method === 'personal_sign')
      .map(({ params }) => Buffer.from(String(params?.[0]).slice(2), 'hex').toString())
    expect(text.split('\n')[0]).toBe(
      `${there.host} wants you to sign in with your Ethereum account:`,
    )
  } finally {
    await other.stop()
  }
})
