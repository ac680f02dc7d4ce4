import type { Page } from '@playwright/test'

import { PocketScreen } from '../../../../e2e/pocket/pocket-screen.ts'
import { fund } from '../../../../e2e/support/chain-truth.ts'
import { ChatScreen } from '../../../../e2e/support/chat-screen.ts'
import { installTestWallet, type TestWallet } from '../../../../e2e/support/test-wallet.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'
import { encodeSetup } from '../../../core/share/codec.ts'
import { chatOf } from '../../../core/share/testing/share-fixtures.ts'

/** What a wallet shows a window for. */
const PROMPTS = /^(?:eth_requestAccounts|personal_sign|eth_sign|eth_sendTransaction|wallet_)/

const promptsOf = ({ log }: TestWallet) =>
  log.map(({ method }) => method).filter((method) => PROMPTS.test(method))

// The same on Base Sepolia, in a browser: e2e/pocket/pocket.spec.ts.
test('behavior: from the wallet address to a response paid on Solana devnet takes three presses and no prompt', async ({
  page,
}) => {
  const pocket = new PocketScreen(page)
  await pocket.open()
  await pocket.createAccount({ network: 'Solana devnet' })
  await expect(pocket.fund.getByRole('img', { name: 'Payment code' })).toBeVisible()
  await expect(pocket.fund).toContainText('No backup')
  await pocket.payFirst()

  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  await expect(pocket.balance).toContainText('$4.9')
  await expect(pocket.status).toContainText('Unlocked')
  await expect(pocket.panel).toContainText(/\$0\.\d+ of \$5\.00 spent in 24 hours/)
})

/** More than stream at once; the fiftieth is signed as the fifth is. */
const MESSAGES = 5
const ROWS = 5

/** A board of so many rows, with four models side by side. */
const boardOf = (name: string, rows: number) => ({
  format: 'playground-board',
  version: 1,
  board: {
    name,
    prompt: '/tokens 3 {{input}}',
    configurations: ['sandbox-chat', 'sandbox-fast', 'sandbox-chat', 'sandbox-fast'].map(
      (model, at) => ({ model, settings: { stream: true, temperature: at / 10 } }),
    ),
    cases: Array.from({ length: rows }, (_, at) => ({ variables: { input: `Question ${at}` } })),
    checks: [],
    repeats: 1,
  },
})

async function runBoard(page: Page, name: string, rows: number): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Boards' }).click()
  await page.getByRole('menuitem', { name: 'Open board file…' }).click()
  const buffer = Buffer.from(JSON.stringify(boardOf(name, rows)))
  await (
    await chosen
  ).setFiles({ name: `${name}.board.json`, mimeType: 'application/json', buffer })
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(page.getByText(`Done: ${rows * 4} of ${rows * 4}`)).toBeVisible({ timeout: 60_000 })
}

test.extend({ serviceOptions: { tier: 'partner' } })(
  'behavior: after it was funded in one prompt, messages, a comparison of four and a board ask a wallet for nothing',
  async ({ page, service }) => {
    const testWallet = await installTestWallet(page, { rpcUrl: service.ready.evm.rpcUrl })
    await fund(page, service.ready, testWallet.address)
    const pocket = new PocketScreen(page)
    await pocket.open()
    await pocket.createAccount({ network: 'Base Sepolia', key: 'Until reload' })
    await pocket.fund.getByRole('button', { name: 'From Test wallet' }).click()
    await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
    const funding = promptsOf(testWallet)
    expect(funding.filter((method) => /sign|send/i.test(method))).toEqual(['eth_sendTransaction'])

    await page.getByRole('button', { name: 'Start chatting' }).click()
    const chat = new ChatScreen(page)
    for (let at = 0; at < MESSAGES; at++) await chat.ask(`/tokens 2 Message ${at}`)
    await expect(chat.answers).toHaveCount(MESSAGES)
    await page.getByRole('link', { name: 'Evaluate', exact: true }).click()
    await runBoard(page, 'Four models', 1)
    await runBoard(page, 'Rows', ROWS)
    await expect(page.getByRole('gridcell', { name: /done$/ }).first()).toBeVisible()
    expect(promptsOf(testWallet)).toEqual(funding)
    await page.getByRole('link', { name: 'Wallet', exact: true }).click()
    await expect(pocket.panel).toContainText(/\$0\.\d+ of \$5\.00 spent in 24 hours/)
  },
)

test('behavior: a shared link sends nothing from a pocket account that is unlocked', async ({
  page,
}) => {
  const pocket = new PocketScreen(page)
  await pocket.open()
  await pocket.createFunded({ key: 'Until reload' })
  await expect(pocket.lamp).toBeVisible()
  const signed: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sign-in-with-x'] !== undefined) signed.push(request.url())
  })
  // As a press on a link does: the page stays, and so does its account.
  await page.evaluate(
    (hash) => {
      location.hash = hash
    },
    encodeSetup(chatOf(3)),
  )
  const dialog = page.getByRole('dialog', { name: 'Open this chat?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Open as new chat' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(pocket.lamp).toBeVisible()
  expect(signed).toEqual([])
})

test('behavior: what is left goes back to the wallet in one prompt, and the balance stays', async ({
  page,
  service,
}) => {
  const testWallet = await installTestWallet(page, { rpcUrl: service.ready.evm.rpcUrl })
  await fund(page, service.ready, testWallet.address)
  const pocket = new PocketScreen(page)
  await pocket.open()
  await pocket.createAccount({ network: 'Base Sepolia', key: 'Until reload' })
  await pocket.fund.getByRole('spinbutton', { name: 'Amount from your wallet' }).fill('8')
  await pocket.fund.getByRole('button', { name: 'From Test wallet' }).click()
  await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(pocket.status).toContainText('$3.00')
  const before = promptsOf(testWallet).length
  await pocket.panel.getByRole('button', { name: 'Send back', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send back' })
  await expect(dialog).toContainText('stays there')
  await dialog.getByRole('button', { name: 'To Test wallet' }).click()
  await expect(dialog).toBeHidden()
  await expect(pocket.status).not.toContainText('$3.00')
  await expect(pocket.balance).toHaveText('$5.00')
  expect(promptsOf(testWallet).slice(before)).toEqual(['eth_sendTransaction'])
})
