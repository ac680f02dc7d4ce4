import { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import { savedBy } from '../../../e2e/support/files.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { test as base } from '../../app/testing/funded-wallet.ts'
import { expect, test as bare } from '../../app/testing/open-page.tsx'

/** A funded wallet that is signed in. */
const test = base.extend<{ wallet: WalletScreen }>({
  wallet: async ({ wallet }, give) => {
    await wallet.signedIn()
    await give(wallet)
  },
})

test('what an answer says is left is shown, and still known after a reload', async ({
  page,
  wallet,
}) => {
  await wallet.pay('$5')
  await wallet.goTo('Chat')
  const answered = page.waitForResponse('**/chat/completions')
  await new ChatScreen(page).ask('Hello')
  // The header of a stream leaves before the cost is known: nothing is taken off it.
  expect(Number((await answered).headers()['x-balance-remaining'])).toBe(5)
  await expect(
    page.getByRole('button', { name: /^Balance and limits, balance \$4\.99/ }),
  ).toBeVisible()
  await wallet.goTo('Wallet')
  const credit = page.getByRole('complementary', { name: 'Balance and payments' })
  await expect(credit).toContainText('From the last response, just now')
  await expect(wallet.balance).toHaveText(/^\$4\.99/)
  const shown = (await wallet.balance.textContent()) ?? ''
  await page.reload()
  await expect(wallet.balance).toHaveText(shown)
  await expect(
    page.getByRole('button', { name: /^Balance and limits, balance \$4\.99/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(credit).toContainText('Refreshed, just now')
  await expect(wallet.balance).toHaveText(shown)
})

test('DIEM stands apart from USD, for a wallet and for a key', async ({ page, wallet }) => {
  await page.route('**/x402/balance/**', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const body = (await response.json()) as { data: object }
    return route.fulfill({
      response,
      json: { ...body, data: { ...body.data, diemBalanceUsd: 3.5 } },
    })
  })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(wallet.balance).toHaveText('$0.00+ 3.50 DIEM')
  const whyNot =
    "Requests spend your 3.50 DIEM before USD, so a top-up doesn't help while it lasts."
  const topUp = page.getByRole('button', { name: 'Top up', exact: true })
  await expect(page.getByText(whyNot)).toBeVisible()
  await expect(topUp).toBeHidden()

  // The local service knows no DIEM, so it refuses for want of balance.
  await wallet.goTo('Chat')
  const chat = new ChatScreen(page)
  await chat.message.fill('Hello')
  await chat.send.click()
  await expect(page.getByText(whyNot)).toBeVisible()
  await expect(topUp).toBeHidden()
  await wallet.goTo('Wallet')
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await wallet.goTo('Chat')
  await page.route('**/chat/completions', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-vendor-balance-diem': '7.25' }
    return route.fulfill({ response, headers })
  })
  await new ChatScreen(page).ask('Hello')
  await wallet.goTo('Wallet')
  const credit = page.getByRole('complementary', { name: 'Balance and payments' })
  await expect(credit).toContainText('key ••')
  await expect(wallet.balance).toHaveText(/^\$[\d.]+\+ 7\.25 DIEM$/)
})

test('the balance of a key is the same at the top and in the wallet, also after a reload', async ({
  page,
  wallet,
}) => {
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await wallet.goTo('Chat')
  await new ChatScreen(page).ask('Hello')
  await wallet.goTo('Wallet')
  await expect(wallet.balance).toHaveText(/^\$\d/)
  const [shown = ''] = /^\$[\d.]+/.exec((await wallet.balance.textContent()) ?? '') ?? []
  await page.reload()
  await expect(
    page.getByRole('button', { name: `Balance and limits, balance ${shown}` }),
  ).toBeVisible()
  await expect(wallet.balance).toHaveText(shown)
})

test('a payment over the daily limit is not signed', async ({ page, wallet }) => {
  await page.getByText('Options', { exact: true }).click()
  const limit = page.getByLabel('Daily spend limit (USD)')
  await limit.fill('8')
  await wallet.pay('$5')
  await wallet.check('$5')
  await expect(wallet.fact('Amount')).toContainText(
    '$3.00 left of your $8.00 spend limit per 24 hours',
  )
  await expect(wallet.confirm).toBeDisabled()
  await limit.fill('500')
  await expect(wallet.confirm).toBeEnabled()
})

test('a fourth payment within the hour is not signed', async ({ wallet }) => {
  for (let paid = 0; paid < 3; paid += 1) await wallet.pay('$5')
  await wallet.check('$5')
  await expect(wallet.fact('Amount')).toContainText('3 payments were signed for this API')
  await expect(wallet.confirm).toBeDisabled()
})

test('before anything is spent, Activity says what will be there', async ({ page }) => {
  await page.goto('/wallet')
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('No activity yet')
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

  const { name, text } = await savedBy(page, () =>
    page.getByRole('button', { name: 'Export CSV' }).click(),
  )
  expect(name).toBe('transactions.csv')
  const [header, ...lines] = text.trim().split('\r\n')
  expect(header).toBe('createdAt,type,amount,balanceAfter,modelId,requestId,id')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['CHARGE', 'CHARGE', 'CHARGE', 'TOP_UP'])
  const total = lines.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)
  expect(total).toBeCloseTo(Number(lines[0]?.split(',')[3]), 6)
})

test('the payment log says why nobody is charged twice, with its own figures', async ({
  wallet,
}) => {
  await wallet.pay('$5')
  await wallet.activity.getByText("Why you can't be charged twice").click()
  await expect(wallet.activity).toContainText('1 signed · 1 sent · 1 credited · 0 open')
  await expect(wallet.activity).toContainText('the network itself rejects its reuse')
  await wallet.activity.getByText('$5.00').click()
  await expect(wallet.activity).toContainText('signed, 1 of 1')
  await expect(wallet.activity.getByText(/^0x[0-9a-f]{64}$/)).toBeVisible()
})

// The same with the practice wallet, in a browser: e2e/wallet/top-up.spec.ts.
bare(
  'Practice on Solana: connect, sign in, top up with testnet USDC on Solana devnet, and pay for a chat',
  async ({ page }) => {
    const wallet = new WalletScreen(page)
    await wallet.topUpFirst('Practice on Solana', 'Solana devnet')

    await page.getByRole('button', { name: 'Start chatting' }).click()
    await new ChatScreen(page).ask('Hello')
    await wallet.goTo('Wallet')
    await expect(wallet.balance).toContainText('$9.9')
    await page.getByRole('button', { name: 'Show transactions' }).click()
    const rows = wallet.activity.getByRole('listitem')
    await expect(rows.filter({ hasText: 'Top-up' }).last()).toBeVisible()
    await expect(rows.filter({ hasText: /^Charge.*sandbox-chat/ })).toBeVisible()
  },
)
