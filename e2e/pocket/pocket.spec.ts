import type { Request } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { PASSPHRASE, VaultScreen } from '../support/vault-screen.ts'
import { PocketScreen } from './pocket-screen.ts'

const isChat = (request: Request) => request.url().endsWith('/chat/completions')

// The same on Solana devnet: src/features/wallet/pocket/prompts.test.tsx.
test(
  'behavior: from the wallet address to a response paid on Base Sepolia takes three presses and no prompt',
  { tag: '@smoke' },
  async ({ page }) => {
    const pocket = new PocketScreen(page)
    await pocket.open()
    await pocket.create.click()
    await expect(pocket.newAccount).toContainText('It signs nothing else')
    await expect(pocket.newAccount).toContainText('so is the account')
    await expectAccessible(page, { include: 'dialog[open]' })
    await pocket.newAccount.getByRole('button', { name: 'Cancel' }).click()
    await pocket.createAccount({ network: 'Base Sepolia' })
    await expect(pocket.fund.getByRole('img', { name: 'Payment code' })).toBeVisible()
    await expect(pocket.fund).toContainText('No backup')
    await expectAccessible(page, { include: 'dialog[open]' })
    const shownAt = Date.now()
    await pocket.payFirst()
    test
      .info()
      .annotations.push({
        type: 'from the address to the first paid response, ms',
        description: String(Date.now() - shownAt),
      })

    await page.getByRole('link', { name: 'Wallet', exact: true }).click()
    await expect(pocket.balance).toContainText('$4.9')
    await expect(pocket.status).toContainText('Unlocked')
    await expect(pocket.panel).toContainText(/\$0\.\d+ of \$5\.00 spent in 24 hours/)
    await expectAccessible(page)
  },
)

test('behavior: a reload locks it, a request has the person unlock it, and one press locks every tab', async ({
  page,
}) => {
  const pocket = new PocketScreen(page)
  const vault = new VaultScreen(page)
  await pocket.open()
  await pocket.createFunded()
  await expect(pocket.lamp).toBeVisible()
  await page.goto('/chat')
  await expect(vault.chip).toHaveAccessibleDescription(/pocket/)
  await expect(pocket.lamp).toHaveCount(0)
  const chat = new ChatScreen(page)
  await chat.say('Hello')
  await vault.unlockWith(PASSPHRASE)
  await expect(chat.answers.getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(pocket.lamp).toBeVisible()

  const other = new PocketScreen(await page.context().newPage())
  await other.open()
  await expect(other.status).toContainText('Locked')
  await other.unlock.click()
  await new VaultScreen(other.page).unlockWith(PASSPHRASE)
  await expect(other.status).toContainText('Unlocked')
  await expect(other.balance).toContainText('$4.9')
  await other.lock.click()
  await expect(other.status).toContainText('Locked')
  await expect(pocket.lamp).toHaveCount(0)

  // Who doesn't unlock sends nothing.
  const sent: Request[] = []
  page.on('request', (request) => {
    if (isChat(request)) sent.push(request)
  })
  await chat.say('Again')
  await expect(vault.unlock).toBeVisible()
  await vault.unlock.getByRole('button', { name: 'Close' }).click()
  await expect(chat.answers.last().getByRole('alert')).toBeVisible()
  expect(sent).toEqual([])
})
