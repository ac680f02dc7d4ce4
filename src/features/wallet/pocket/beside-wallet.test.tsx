import type { Locator } from '@playwright/test'

import { PocketScreen } from '../../../../e2e/pocket/pocket-screen.ts'
import { PASSPHRASE } from '../../../../e2e/support/vault-screen.ts'
import { WalletScreen } from '../../../../e2e/support/wallet-screen.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

test('a pocket account beside a wallet that was topped up: its own receipt, its own balance', async ({
  page,
}) => {
  const own = new WalletScreen(page)
  await own.open()
  await own.connect('Practice wallet')
  await own.signedIn()
  await own.fund()
  await own.check('$5')
  await own.confirm.click()
  const receipt = page.getByRole('heading', { name: '$5.00 credited', exact: true })
  await expect(receipt).toBeVisible()

  const pocket = new PocketScreen(page)
  await pocket.createAccount({ key: 'Until reload' })
  await expect(receipt).toBeHidden()
  await expect(pocket.balance).toHaveText('$0.00')

  await pocket.fund.getByRole('button', { name: 'From Practice wallet' }).click()
  await expect(pocket.fund).toBeHidden()
  await expect(receipt).toBeVisible()
  await expect(page.getByRole('region', { name: 'Current step' })).toContainText(
    'Your balance is now $5.00',
  )
  await expect(pocket.balance).toHaveText('$5.00')
  await expect(page.getByRole('banner').getByRole('button', { name: /\$5\.00/ })).toBeVisible()

  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  await expect(pocket.balance).toHaveText('$5.00')
  await expect(receipt).toBeHidden()
})

test('after a top-up a pocket account is credited with four presses and a passphrase', async ({
  page,
}) => {
  const own = new WalletScreen(page)
  await own.open()
  await own.connect('Practice wallet')
  await own.signedIn()
  await own.check('$5')
  await own.confirm.click()
  const receipt = page.getByRole('heading', { name: '$5.00 credited', exact: true })
  await expect(receipt).toBeVisible()

  const { create, newAccount, fund, panel, balance } = new PocketScreen(page)
  let presses = 0
  const press = async (button: Locator) => {
    presses += 1
    await button.click()
  }
  await press(create)
  await press(newAccount.getByRole('textbox', { name: 'Choose a passphrase' }))
  await page.keyboard.type(PASSPHRASE)
  await press(newAccount.getByRole('button', { name: 'Create pocket account' }))
  await press(fund.getByRole('button', { name: 'Get test USDC' }))
  await expect(fund).toBeHidden()
  await expect(receipt).toBeVisible()
  await expect(balance).toHaveText('$5.00')
  await expect(panel).toContainText('Unlocked')
  expect(presses).toBeLessThanOrEqual(4)
})
