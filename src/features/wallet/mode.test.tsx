import { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import type { TestWallet } from '../../../e2e/support/test-wallet.ts'
import type { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { test as base } from '../../app/testing/funded-wallet.ts'
import { expect } from '../../app/testing/open-page.tsx'

/** A funded wallet that is signed in: requests are paid from it. */
const test = base.extend<{ wallet: WalletScreen }>({
  wallet: async ({ wallet }, give) => {
    await wallet.signedIn()
    await give(wallet)
  },
})

const ofMethod = ({ log }: TestWallet, name: string) =>
  log.filter(({ method }) => method === name).length

test('after a reload requests are still paid from the wallet, which is asked for nothing before one is sent', async ({
  page,
  wallet,
  testWallet,
}) => {
  await wallet.pay('$5')
  const signed = ofMethod(testWallet, 'personal_sign')
  const connected = ofMethod(testWallet, 'eth_requestAccounts')
  await page.goto('/chat')
  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  await expect(chip).toHaveAccessibleDescription(/wallet 0x/)
  await expect(wallet.page.getByRole('status', { name: 'Balance' })).toHaveCount(0)
  await wallet.goTo('Wallet')
  await expect(wallet.topUp).toBeEnabled()
  expect(ofMethod(testWallet, 'personal_sign')).toBe(signed)
  expect(ofMethod(testWallet, 'eth_requestAccounts')).toBe(connected)
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(stored).not.toMatch(/signature|"header"|0x[0-9a-f]{100}/i)

  await wallet.goTo('Chat')
  const sent = page.waitForRequest('**/chat/completions')
  await new ChatScreen(page).ask('Hello')
  const headers = (await sent).headers()
  expect(headers['sign-in-with-x']).toBeDefined()
  expect(headers['authorization']).toBeUndefined()
  expect(ofMethod(testWallet, 'personal_sign')).toBe(signed + 1)
})

test('a request at once after a reload waits for the wallet, and never falls back to the key', async ({
  page,
  wallet,
}) => {
  await wallet.pay('$5')
  await page.goto('/chat')
  const chat = new ChatScreen(page)
  const sent = page.waitForRequest('**/chat/completions')
  await chat.ask('Hello')
  expect((await sent).headers()['authorization']).toBeUndefined()
})

test('not paying from the wallet is remembered too, and another account does not take the place of the first', async ({
  page,
  wallet,
  testWallet,
}) => {
  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  await page.reload()
  // A wallet that is shown is heard of.
  await expect(wallet.topUp).toBeVisible()
  await wallet.goTo('Chat')
  await expect(chip).toHaveAccessibleDescription(/wallet 0x/)
  await testWallet.change(page, { account: 1 })
  await expect(chip).toHaveAccessibleDescription(/key ••/)
  await page.reload()
  await expect(chip).toHaveAccessibleDescription(/key ••/)

  await wallet.open()
  await wallet.signedIn()
  await expect(chip).toHaveAccessibleDescription(/wallet 0x/)
  await page.getByText('Options', { exact: true }).click()
  await page.getByRole('button', { name: 'Stop paying with wallet' }).click()
  await page.reload()
  await expect(chip).toHaveAccessibleDescription(/key ••/)
})
