import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { WalletScreen } from '../support/wallet-screen.ts'

// The same with Practice on Solana: src/features/wallet/credit.test.tsx.
test(
  'Practice wallet: connect, sign in, top up with testnet USDC on Base Sepolia, and pay for a chat',
  { tag: '@smoke' },
  async ({ page }) => {
    const wallet = new WalletScreen(page)
    await wallet.topUpFirst('Practice wallet', 'Base Sepolia')

    await test.step('the payment log and the message of an API key are accessible', async () => {
      await wallet.activity.getByText("Why you can't be charged twice").click()
      await wallet.activity.getByText('$10.00').click()
      await expect(wallet.activity.getByText(/^0x[0-9a-f]{64}$/)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Create API key' }).click()
      const key = page.getByRole('region', { name: 'API key' })
      await expect(key.locator('code')).not.toHaveText('…')
      await expectAccessible(page, { include: 'main' })
      await key.getByRole('button', { name: 'Cancel' }).click()
    })

    await page.getByRole('button', { name: 'Start chatting' }).click()
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('group', { name: 'Response metrics' })).toBeVisible()

    await page.getByRole('link', { name: 'Wallet', exact: true }).click()
    await expect(wallet.balance).toContainText('$9.9')
    await page.getByRole('button', { name: 'Show transactions' }).click()
    const rows = wallet.activity.getByRole('listitem')
    await expect(rows.filter({ hasText: 'Top-up' }).last()).toBeVisible()
    await expect(rows.filter({ hasText: /^Charge.*sandbox-chat/ })).toBeVisible()
    await expectAccessible(page, { include: 'main' })
    await wallet.activity.getByRole('radio', { name: 'Transactions' }).check()
    await expect(page.getByRole('img', { name: /^Charges of the last 7 days/ })).toBeVisible()
    await expectAccessible(page, { include: 'main' })
  },
)
