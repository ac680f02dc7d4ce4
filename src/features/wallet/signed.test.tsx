import { fund } from '../../../e2e/support/chain-truth.ts'
import { installTestWallet } from '../../../e2e/support/test-wallet.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { installTestSolanaWallet, messageOf } from '../../../e2e/wallet/test-solana-wallet.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

/** What an EVM wallet may be asked at all. */
const ALLOWED_METHODS = [
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_requestPermissions',
]

test('an Ethereum wallet is asked for exactly what the screen says', async ({ page, service }) => {
  const asked = await installTestWallet(page)
  const { evm } = service.ready
  await fund(page, service.ready, asked.address)
  const wallet = new WalletScreen(page)
  await wallet.open()
  await wallet.connect('Test wallet')
  await wallet.signedIn()
  await wallet.check('$25')
  await expect(wallet.fact('Recipient')).toContainText("The local service's own recipient")
  const receipt = await wallet.fact('Recipient').textContent()
  await wallet.showSigned()
  const shown = {
    amount: await wallet.fact('Amount').textContent(),
    token: await wallet.fact('Token').textContent(),
    receiver: await wallet.fact('Pay to').textContent(),
    chain: await wallet.fact('Network').textContent(),
  }
  // What the service says from now on must not reach the wallet.
  await page.route('**/x402/top-up', async (route) => {
    if (route.request().headers()['payment-signature'] !== undefined) return route.continue()
    return route.fulfill({ status: 402, body: '{"x402Version":2,"accepts":[]}' })
  })
  await wallet.confirm.click()
  await expect(page.getByRole('heading', { name: '$25.00 credited' })).toBeVisible()

  const [request, ...more] = asked.log.filter(({ method }) => method === 'eth_signTypedData_v4')
  expect(more).toEqual([])
  const signed = JSON.parse(String(request?.params?.[1])) as {
    domain: Record<string, unknown>
    primaryType: string
    types: Record<string, unknown>
    message: Record<string, string>
  }
  expect(signed.primaryType).toBe('TransferWithAuthorization')
  expect(Object.keys(signed.types).toSorted()).toEqual([
    'EIP712Domain',
    'TransferWithAuthorization',
  ])
  expect(signed.domain).toEqual({
    name: 'USDC',
    version: '2',
    chainId: 84532,
    verifyingContract: evm.asset.toLowerCase(),
  })
  const { from, to, value, validAfter, validBefore, nonce } = signed.message
  expect(from?.toLowerCase()).toBe(asked.address.toLowerCase())
  expect(to?.toLowerCase()).toBe(evm.payTo.toLowerCase())
  expect(value).toBe('25000000')
  expect(validAfter).toBe('0')
  expect(Number(validBefore) - Date.now() / 1000).toBeLessThanOrEqual(300)
  expect(nonce).toMatch(/^0x[0-9a-f]{64}$/)

  expect(shown.amount).toBe(`$${(Number(value) / 1_000_000).toFixed(2)}`)
  expect(shown.token?.toLowerCase()).toContain(String(signed.domain['verifyingContract']))
  expect(shown.receiver?.toLowerCase()).toContain(String(to))
  const { host: apiHost } = new URL(service.ready.baseUrl)
  expect(receipt).toContain(apiHost)
  expect(receipt?.toLowerCase()).toContain(String(to).slice(0, 6))
  expect(shown.chain).toContain('Base Sepolia')
  const methods = new Set(asked.log.map(({ method }) => method))
  for (const method of methods) expect(ALLOWED_METHODS).toContain(method)
  const texts = asked.log
    .filter(({ method }) => method === 'personal_sign')
    .map(({ params }) => Buffer.from(String(params?.[0]).slice(2), 'hex').toString())
  const { host } = new URL(service.ready.appUrl)
  for (const text of texts)
    expect(text.split('\n')[0]).toBe(`${host} wants you to sign in with your Ethereum account:`)
})

test('a Solana wallet is asked for exactly what the screen says, and may return nothing else', async ({
  page,
  service,
}) => {
  const asked = await installTestSolanaWallet(page)
  const { solana, faucetUrl } = service.ready
  await page.request.post(faucetUrl, { data: { address: asked.address, network: solana.network } })
  const wallet = new WalletScreen(page)
  await wallet.open()
  await wallet.connect('Test Solana')
  await wallet.signedIn()
  await wallet.check('$5')
  await wallet.showSigned()
  await expect(wallet.fact('Pay to')).toContainText(solana.payTo)
  await expect(wallet.fact('Token')).toContainText(solana.asset)

  // A wallet that doubles the amount: what it gives back is thrown away.
  asked.tamper((bytes) => {
    const changed = Uint8Array.from(bytes)
    const amount = Buffer.from([12, 0x40, 0x4b, 0x4c, 0, 0, 0, 0, 0, 6])
    const at = Buffer.from(changed).indexOf(amount)
    changed[at + 1] = 0x80
    return changed
  })
  await wallet.confirm.click()
  await expect(page.getByRole('alert')).toContainText('Unexpected wallet response')
  asked.tamper(undefined)
  await wallet.confirm.click()
  await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()

  expect(asked.transactions).toHaveLength(2)
  const message = messageOf(asked.transactions[1] ?? new Uint8Array())
  const { staticAccounts, instructions } = message
  expect(message.version).toBe(0)
  const programs = instructions.map(
    ({ programAddressIndex }) => staticAccounts[programAddressIndex],
  )
  expect(programs).toEqual([
    'ComputeBudget111111111111111111111111111111',
    'ComputeBudget111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  ])
  const transfer = instructions[2]
  const accounts = transfer?.accountIndices?.map((index) => staticAccounts[index])
  expect(accounts?.[1]).toBe(solana.asset)
  expect(accounts?.[3]).toBe(asked.address)
  const data = Buffer.from(transfer?.data ?? [])
  expect([data[0], data.readBigUInt64LE(1), data[9]]).toEqual([12, 5_000_000n, 6])
  const { host } = new URL(service.ready.appUrl)
  for (const text of asked.messages)
    expect(text.split('\n')[0]).toBe(`${host} wants you to sign in with your Solana account:`)
})
