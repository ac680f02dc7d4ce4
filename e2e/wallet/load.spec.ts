import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { firstLoad } from '../../bench/bundle/bundle-bench.mjs'
import { root } from '../../scripts/checkout.mjs'
import { expect, test } from '../support/fixtures.ts'
import { WalletScreen } from '../support/wallet-screen.ts'

/** The most that the wallet and the activity below it may load beyond a chat in use, bytes of gzip, with one wallet. */
const WALLET_BUDGET = 141_000

/** What tells a library in a built file. */
const LIBRARIES = {
  wagmi: 'ConnectorAlreadyConnectedError',
  web3js: 'ComputeBudget111111111111111111111111111111',
}

const contentOf = (file: string) => readFileSync(path.join(root, 'dist', file))

test('each part of the wallet is loaded when it is needed, and all together stay within the budget', async ({
  page,
  chat,
}) => {
  const ofChat = new Set(firstLoad(root).files)
  let loaded = ofChat
  page.on('request', (request) => {
    const file = new URL(request.url()).pathname.slice(1)
    if (/^assets\/.*\.(?:js|css)$/.test(file) && !ofChat.has(file)) loaded.add(file)
  })
  await page.reload()
  await chat.ask('Hello')
  const has = (library: keyof typeof LIBRARIES) =>
    [...loaded].some((file) => contentOf(file).includes(LIBRARIES[library]))
  expect(has('wagmi') || has('web3js')).toBe(false)
  loaded = new Set()
  const size = () =>
    [...loaded].reduce((sum, file) => sum + gzipSync(contentOf(file), { level: 9 }).length, 0)

  const wallet = new WalletScreen(page)
  await wallet.goTo('Wallet')
  await expect(wallet.wallets.getByRole('button', { name: 'Practice on Solana' })).toBeVisible()
  const sizes = { choices: size(), ethereum: 0, solana: 0 }
  expect(has('wagmi') || has('web3js')).toBe(false)

  await wallet.wallets.getByRole('button', { name: 'Practice wallet', exact: true }).click()
  await wallet.signedIn()
  await wallet.fund()
  await wallet.pay('$5')
  sizes.ethereum = size()
  expect([has('wagmi'), has('web3js')]).toEqual([true, false])

  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  loaded = new Set()
  await page.reload()
  await wallet.connect('Practice on Solana')
  await wallet.signedIn()
  await wallet.fund()
  await wallet.pay('$5')
  sizes.solana = size()
  expect([has('wagmi'), has('web3js')]).toEqual([false, true])

  test.info().annotations.push({ type: 'gzip beyond the chat', description: JSON.stringify(sizes) })
  for (const bytes of Object.values(sizes)) expect(bytes).toBeLessThan(WALLET_BUDGET)
})
