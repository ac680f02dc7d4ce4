import { vi } from 'vitest'

import { transfersOf } from '../../../e2e/support/chain-truth.ts'
import { installTestWallet } from '../../../e2e/support/test-wallet.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import {
  BALANCE,
  changed,
  evmOffer,
  refusedSignIn,
  refusing,
  TOP_UP,
} from '../../../e2e/wallet/wallet-scene.ts'
import { test } from '../../app/testing/funded-wallet.ts'
import { expect } from '../../app/testing/open-page.tsx'

test('several wallets are listed; one that rejects, and one that is busy, are explained', async ({
  page,
}) => {
  const first = await installTestWallet(page, { name: 'First' })
  await installTestWallet(page, { name: 'Second' })
  const wallet = new WalletScreen(page)
  await wallet.open()
  await expect(wallet.wallets.getByRole('button', { name: 'Second', exact: true })).toBeVisible()
  const button = wallet.wallets.getByRole('button', { name: 'First', exact: true })
  first.failNext('eth_requestAccounts', 4001)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('You rejected the request')
  first.failNext('eth_requestAccounts', -32002)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('request is already pending')
  await button.click()
  await expect(wallet.signIn).toBeVisible()
  // Silently there again after a reload.
  const asked = first.log.filter(({ method }) => method === 'eth_requestAccounts').length
  await page.reload()
  await expect(wallet.signIn).toBeVisible()
  expect(first.log.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(asked)
})

test('a sign-in that is declined, refused, or asked for another host signs nothing it should not', async ({
  page,
  wallet,
  testWallet,
}) => {
  const alert = page.getByRole('alert')
  const signatures = () => testWallet.log.filter(({ method }) => method === 'personal_sign').length
  await page.route(
    BALANCE,
    changed((body) => {
      const text = JSON.stringify(body)
      return JSON.parse(text.replaceAll(/"domain":"[^"]*"/g, '"domain":"evil.example"'))
    }),
  )
  await wallet.signIn.click()
  await expect(alert).toContainText('Sign-in for another domain')
  await expect(alert).toContainText('evil.example')
  expect(signatures()).toBe(0)
  await page.unroute(BALANCE)

  testWallet.failNext('personal_sign', 4001)
  await wallet.signIn.click()
  await expect(alert).toContainText('You rejected the request')
  testWallet.failNext('personal_sign', -32002)
  await wallet.signIn.click()
  await expect(alert).toContainText('A request is already pending in your wallet')

  await page.route(BALANCE, refusedSignIn)
  await wallet.signIn.click()
  await expect(alert).toContainText('401')
  await expect(alert).toContainText('older than five minutes')
  await page.unroute(BALANCE)
  await wallet.signedIn()
})

test('the wrong chain offers one switch, which is made only by a press', async ({
  page,
  wallet,
  testWallet,
}) => {
  await wallet.signedIn()
  await testWallet.change(page, { chainId: 8453 })
  await wallet.check()
  await expect(wallet.confirm).toBeDisabled()
  await expect(wallet.fact('Network')).toContainText("Your wallet isn't on Base Sepolia")
  const switches = () =>
    testWallet.log.filter(({ method }) => method === 'wallet_switchEthereumChain').length
  expect(switches()).toBe(0)
  await page.getByRole('button', { name: 'Switch to Base Sepolia' }).click()
  await expect(wallet.confirm).toBeEnabled()
  expect(switches()).toBe(1)
})

test('a payment that is declined, given up, or signed by another account sends nothing', async ({
  page,
  wallet,
  service,
  testWallet,
}) => {
  await wallet.signedIn()
  await wallet.check()
  testWallet.failNext('eth_signTypedData_v4', 4001)
  await wallet.confirm.click()
  await expect(page.getByRole('alert')).toContainText('You rejected the request')

  testWallet.beforePayment(() => new Promise(() => undefined))
  await wallet.confirm.click()
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(page.getByRole('alert')).toContainText('You stopped waiting')

  testWallet.beforePayment(() => testWallet.change(page, { account: 1 }))
  await wallet.confirm.click()
  await expect(wallet.signIn).toBeVisible()
  expect(await transfersOf(page, service.ready, testWallet.address)).toEqual([])
})

test('waiting that is given up at once asks the wallet for nothing', async ({
  page,
  wallet,
  testWallet,
}) => {
  await wallet.signedIn()
  await wallet.check()
  await expect(wallet.confirm).toBeEnabled()
  // As soon as it can be pressed, so that nothing can have been written down in between.
  await page.evaluate(async () => {
    const buttonOf = (name: string) =>
      [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith(name))
    buttonOf('Confirm and sign')?.click()
    while (buttonOf('Stop waiting') === undefined)
      await new Promise((resolve) => setTimeout(resolve))
    buttonOf('Stop waiting')?.click()
  })
  await expect(page.getByRole('alert')).toContainText('You stopped waiting')
  expect(testWallet.payments()).toBe(0)
})

test('a recipient or a price that changed is a red stop', async ({ page, wallet }) => {
  await wallet.signedIn()
  await wallet.check('$5')
  await wallet.confirm.click()
  await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
  await page.getByRole('button', { name: 'Done', exact: true }).click()

  await page.route(TOP_UP, evmOffer({ payTo: '0x00000000000000000000000000000000000000b2' }))
  await wallet.check()
  await expect(wallet.confirm).toBeDisabled()
  await expect(wallet.fact('Recipient')).toContainText('Not the recipient this API had before')
})

test('too little USDC, and a balance that cannot be read, are told apart', async ({
  page,
  wallet,
  testWallet,
}) => {
  await wallet.signedIn()
  await page.getByLabel('Other amount (USD)').fill('250')
  await expect(page.getByText('less than the amount')).toBeVisible()
  await expect(wallet.topUp).toBeDisabled()
  // The way out is beside it.
  await page.getByRole('button', { name: 'Get test USDC' }).click()
  await page.getByRole('button', { name: 'Get test USDC' }).click()
  await expect(wallet.topUp).toBeEnabled()
  await page.getByLabel('Other amount (USD)').fill('1')
  await wallet.topUp.click()
  await expect(page.getByText('Amount must be at least $5.00')).toBeVisible()

  await page.route('**/local/rpc/evm', (route) => route.abort())
  await wallet.check('$5')
  await expect(page.getByText("so it wasn't checked")).toBeVisible()
  await expect(wallet.confirm).toBeEnabled()
  expect(testWallet.payments()).toBe(0)
})

test('a refusal is shown with its reason, and nothing else can be signed until it is certain', async ({
  page,
  wallet,
  service,
  testWallet,
}) => {
  await wallet.signedIn()
  await wallet.check()
  const refusal = { error: 'PAYMENT_VERIFICATION_FAILED', message: 'no' }
  await page.route(TOP_UP, refusing('payment-signature', 400, refusal))
  await wallet.confirm.click()
  await expect(
    page
      .getByRole('region', { name: 'Current step' })
      .getByText('Refused by the service: 400 PAYMENT_VERIFICATION_FAILED'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay again' })).toBeHidden()
  await expect(wallet.topUp).toBeHidden()
  expect(await transfersOf(page, service.ready, testWallet.address)).toEqual([])
})

test('without storage, nothing is signed', async ({ page, wallet, testWallet }) => {
  await wallet.signedIn()
  await wallet.check()
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await wallet.confirm.click()
  await expect(page.getByRole('alert')).toContainText("Can't write the payment log")
  add.mockRestore()
  expect(testWallet.payments()).toBe(0)
})

test('a request without credit waits while the wallet is topped up, and is sent by a press', async ({
  page,
  wallet,
}) => {
  await wallet.signedIn()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) sent.push(request.method())
  })
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('402')
  await page.getByRole('alert').getByRole('button', { name: 'Top up', exact: true }).click()
  await wallet.check()
  await wallet.confirm.click()
  await page.getByRole('button', { name: 'Back to your request' }).click()
  await expect(page.getByRole('alert')).toContainText('402')
  expect(sent).toHaveLength(1)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('a silent wallet is waited for in sight, and the request can be cancelled', async ({
  page,
  wallet,
  testWallet,
}) => {
  await wallet.signedIn()
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  testWallet.silence('personal_sign')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Waiting for your wallet. Not sent yet')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Not signed')
})
