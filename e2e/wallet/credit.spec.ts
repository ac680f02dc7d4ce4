import { readFile } from 'node:fs/promises'

import { expectAccessible } from '../support/accessibility.ts'
import { fund } from '../support/chain-truth.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { installTestWallet } from '../support/test-wallet.ts'
import { WalletScreen } from '../support/wallet-screen.ts'

/** A funded wallet that is signed in. */
const test = base.extend<{ wallet: WalletScreen }>({
  wallet: async ({ page, service }, use) => {
    const { address } = await installTestWallet(page)
    await fund(page, service.ready, address)
    const wallet = new WalletScreen(page)
    await wallet.open()
    await wallet.connect('Test wallet')
    await wallet.signedIn()
    await use(wallet)
  },
})

test('transactions come page by page, are added up by day and model, and leave as a file', async ({
  page,
  wallet,
}) => {
  await wallet.pay('$10')
  await wallet.goTo('Chat')
  const chat = new ChatScreen(page)
  await chat.ask('One')
  await chat.ask('Two')
  await chat.chooseModel('sandbox-large')
  await chat.ask('Three')
  await wallet.goTo('Wallet')

  // Two rows a page, so that a handful of them has several.
  await page.route('**/x402/transactions/**', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    return route.continue({ url: url.href })
  })
  await page.getByRole('button', { name: 'Show transactions' }).click()
  const rows = wallet.activity.getByRole('listitem').filter({ hasText: /^(?:Top-up|Charge)/ })
  const older = page.getByRole('button', { name: 'Show older' })
  await expect(rows).toHaveCount(2)
  await older.click()
  await expect(rows).toHaveCount(4)
  await expect(rows.last()).toContainText('Top-up')
  await expect(rows.last()).toContainText('+$10.00')
  await expect(older).toBeHidden()

  await wallet.activity.getByRole('radio', { name: 'Transactions' }).check()
  await expect(wallet.activity).toContainText(/sandbox-large \$0\.\d+ · sandbox-chat \$0\.\d+/)
  await expect(wallet.activity.getByRole('heading', { name: /Spent \$0\.\d+/ })).toHaveCount(1)
  await expect(
    page.getByRole('img', { name: /^Charges of the last 7 days: \$0\.\d/ }),
  ).toBeVisible()
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('transactions.csv')
  const [header, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(header).toBe('createdAt,type,amount,balanceAfter,modelId,requestId,id')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['CHARGE', 'CHARGE', 'CHARGE', 'TOP_UP'])
  const total = lines.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)
  expect(total).toBeCloseTo(Number(lines[0]?.split(',')[3]), 6)
})

test('the payment log says why nobody is charged twice, with its own figures', async ({
  page,
  wallet,
}) => {
  await wallet.pay('$5')
  await wallet.activity.getByText("Why you can't be charged twice").click()
  await expect(wallet.activity).toContainText('1 signed · 1 sent · 1 credited · 0 open')
  await expect(wallet.activity).toContainText('the network itself rejects its reuse')
  await wallet.activity.getByText('$5.00').click()
  await expect(wallet.activity).toContainText('signed, 1 of 1')
  await expect(wallet.activity.getByText(/^0x[0-9a-f]{64}$/)).toBeVisible()
  await expectAccessible(page)
})
