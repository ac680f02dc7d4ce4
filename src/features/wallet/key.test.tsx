import { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

test('a wallet with a balance gets an API key for one signature, and requests use it without another', async ({
  page,
}) => {
  const wallet = new WalletScreen(page)
  const create = page.getByRole('button', { name: 'Create API key' })
  const sign = page.getByRole('button', { name: 'Sign and create key' })
  const message = page.getByRole('region', { name: 'API key' }).locator('code')
  await wallet.open()
  await wallet.connect('Practice wallet')
  // Without a balance the API gives no key, and says why.
  await create.click()
  await sign.click()
  await expect(page.getByRole('alert')).toContainText('403 No API key created')
  await expect(page.getByRole('alert')).toContainText('top up first')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await wallet.signedIn()
  await wallet.fund()
  await wallet.pay('$10')
  await create.click()
  await expect(message).not.toHaveText('…')
  const token = (await message.textContent()) ?? ''
  // Read on its way: the browser keeps no body of a page that goes on.
  let apiKey = ''
  await page.route('**/generate_web3_key', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    const body: { data: { apiKey: string } } = await response.json()
    apiKey = body.data.apiKey
    return route.fulfill({ response })
  })
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/generate_web3_key'),
  )
  await sign.click()
  const request = await posted
  expect(request.postDataJSON()).toMatchObject({ token, apiKeyType: 'INFERENCE' })
  expect(request.headers()['authorization']).toBeUndefined()
  await expect.poll(() => apiKey).not.toBe('')
  await expect(page.getByText(`Requests use key ••${apiKey.slice(-4)}`)).toBeVisible()

  await wallet.goTo('Chat')
  const sent = page.waitForRequest('**/chat/completions')
  await new ChatScreen(page).ask('Hello')
  const headers = (await sent).headers()
  expect(headers['authorization']).toBe(`Bearer ${apiKey}`)
  expect(headers['sign-in-with-x']).toBeUndefined()
  await expect(page.getByRole('group', { name: 'Response metrics' })).toBeVisible()

  // It is kept nowhere, and the wallet's own account paid.
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(stored).not.toContain(apiKey)
  await wallet.goTo('Wallet')
  await wallet.signedIn()
  await expect(wallet.balance).toContainText('$9.9')
})
