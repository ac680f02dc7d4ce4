import { ExploreScreen } from '../../../e2e/support/explore-screen.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { expect, test } from '../../app/testing/open-page.tsx'
import { encodeSetup } from '../../core/share/codec.ts'

test('HTML and CSV are shown as text', async ({ page }) => {
  const explore = new ExploreScreen(page)
  await page.route('**/api/v1/page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h4>Not a heading</h4>' }),
  )
  await explore.open('?path=/page')
  await explore.send.click()
  await expect(explore.answer).toContainText('<h4>Not a heading</h4>')
  await expect(explore.answer.getByRole('heading', { level: 4 })).toHaveCount(0)

  await explore.choose('POST /chat/completions')
  await explore.send.click()
  await expect(explore.status).toHaveText('200 OK')
  await explore.choose('GET /billing/usage')
  await explore.call.getByRole('radio', { name: 'text/csv' }).check()
  await explore.send.click()
  await expect(explore.answer.getByRole('group', { name: 'Response body' })).toBeVisible()
})

test('a failure says what it means and what to press', async ({ page }) => {
  const explore = new ExploreScreen(page)
  await explore.open('?method=POST&path=/nothing/here&body={}')
  await explore.send.click()
  const alert = explore.answer.getByRole('alert')
  await expect(alert).toContainText('404 Not found')
  await expect(alert).toContainText('Unknown endpoint: POST')
  const again = page.waitForRequest('**/nothing/here')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await again
  await expect(alert).toContainText('404 Not found')

  await explore.choose('POST /x402/top-up')
  await explore.send.click()
  await expect(alert).toContainText('402')
  await alert.getByRole('button', { name: 'Open Wallet' }).click()
  await expect(page).toHaveURL(/\/wallet\?return=\/explore$/)
})

test('a call under way can be stopped', async ({ page }) => {
  const explore = new ExploreScreen(page)
  await page.route('**/api/v1/slow', () => undefined)
  await explore.open('?path=/slow')
  await explore.send.click()
  await expect(explore.answer).toContainText('Waiting for the response')
  await explore.answer.getByRole('button', { name: 'Stop' }).click()
  await expect(explore.answer).toContainText('You stopped the request.')
  await expect(explore.send).toBeEnabled()
})

test('an API that does not describe itself is called by hand', async ({ page }) => {
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 404, json: {} }))
  const explore = new ExploreScreen(page)
  await explore.open()
  await expect(page.getByText('This API has no openapi.json').first()).toBeVisible()
  await explore.path.fill('/models/traits')
  await explore.send.click()
  await expect(explore.status).toHaveText('200 OK')
})

test('a call of JSON-RPC is written as its method and parameters', async ({ page }) => {
  const explore = new ExploreScreen(page)
  await explore.open('?method=POST&path=/crypto/rpc/base-sepolia')
  const method = explore.call.getByRole('combobox', { name: 'JSON-RPC method' })
  await method.fill('eth_gasPrice')
  await method.press('Enter')
  await explore.call.getByRole('textbox', { name: 'Params as JSON' }).fill('["latest"]')
  const request = page.waitForRequest('**/crypto/rpc/base-sepolia')
  await explore.send.click()
  expect((await request).postDataJSON()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_gasPrice',
    params: ['latest'],
  })
})

test('what was written is there after a reload, and on the way back to an operation', async ({
  page,
}) => {
  const explore = new ExploreScreen(page)
  await explore.open()
  await explore.choose('GET /characters/{slug}')
  await expect(explore.send).toBeDisabled()
  await explore.call.getByRole('textbox', { name: 'slug' }).fill('a b/c')
  await expect(explore.path).toHaveValue('/characters/a%20b%2Fc')
  await explore.choose('GET /models')
  await explore.choose('GET /characters/{slug}')
  await expect(explore.path).toHaveValue('/characters/a%20b%2Fc')
  await page.reload()
  await expect(explore.path).toHaveValue('/characters/a%20b%2Fc')
})

test('a path that would leave the API is refused wherever it comes from', async ({ page }) => {
  const explore = new ExploreScreen(page)
  await explore.open()
  await expect(explore.send).toBeEnabled()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  for (const path of ['//attacker.example/', '/%2e%2e/%2E./local/faucet', '/../x', '/\\attacker'])
    for (const refused of [
      async () => {
        await explore.path.fill(path)
        await expect(explore.call.getByRole('alert')).toContainText('must start with one /')
        await expect(explore.send).toBeDisabled()
        await explore.path.press('Enter')
      },
      async () => {
        await explore.open(`?${new URLSearchParams({ path }).toString()}`)
        await expect(page.getByText('Invalid path in the link')).toBeVisible()
      },
      async () => {
        await page.goto(`/explore${encodeSetup({ area: 'explore', method: 'POST', path })}`)
        const dialog = page.getByRole('dialog', { name: "Can't open this link" })
        await expect(dialog.getByRole('alert')).toContainText('must be a path of the API')
        await dialog.getByRole('button', { name: 'Close' }).last().click()
      },
    ])
      await refused()
  expect(requests.filter((url) => /attacker|faucet/.test(new URL(url).pathname))).toEqual([])
  expect(requests.filter((url) => new URL(url).host.includes('attacker'))).toEqual([])
})

test('a call from Explore without credit leads to the wallet and back', async ({ page }) => {
  const wallet = new WalletScreen(page)
  await wallet.open()
  await wallet.connect('Practice wallet')
  await wallet.signedIn()
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  const explore = new ExploreScreen(page)
  await explore.choose('POST /chat/completions')
  await explore.call.getByRole('textbox', { name: 'messages[0].content' }).fill('Hello')
  await explore.send.click()
  await expect(explore.status).toContainText('402')
  await explore.answer.getByRole('button', { name: 'Top up', exact: true }).click()
  await expect(page).toHaveURL(/\/wallet\?return=\/explore/)
  await wallet.fund()
  await wallet.check()
  await wallet.confirm.click()
  await expect(page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to your request' }).click()
  await explore.answer.getByRole('button', { name: 'Retry' }).click()
  await expect(explore.status).toHaveText('200 OK')
})

test('a file that calls itself a picture but is none is only saved', async ({ page }) => {
  const explore = new ExploreScreen(page)
  for (const type of ['image/svg+xml', 'image/png', 'application/xhtml+xml']) {
    await page.route('**/api/v1/drawing', (route) =>
      route.fulfill({
        contentType: type,
        body: '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="run"</script></svg>',
      }),
    )
    await explore.open('?path=/drawing')
    await expect(explore.path).toHaveValue('/drawing')
    await explore.send.click()
    await expect(explore.answer).toContainText(`No preview for ${type}`)
    await expect(explore.answer.getByRole('img')).toHaveCount(0)
    const download = page.waitForEvent('download')
    await explore.answer.getByRole('button', { name: 'Save file' }).click()
    expect((await download).suggestedFilename()).toMatch(/^response(?:\.\w+)?$/)
    await page.unroute('**/api/v1/drawing')
  }
  await expect(page).toHaveTitle('Explore · Vendor Playground')
})
