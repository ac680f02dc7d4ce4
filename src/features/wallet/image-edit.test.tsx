import type { Page } from '@playwright/test'

import { ImageScreen, isEdit, photo } from '../../../e2e/support/image-screen.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { expect, test as base } from '../../app/testing/open-page.tsx'

const test = base.extend<{ wallet: WalletScreen; image: ImageScreen }>({
  wallet: async ({ page }, give) => {
    const wallet = new WalletScreen(page)
    await wallet.open()
    await wallet.connect('Practice wallet')
    await wallet.signedIn()
    await give(wallet)
  },
  image: async ({ page }, give) => {
    await give(new ImageScreen(page))
  },
})

/** The sign-in headers that left with edits; each may be used once. */
function watchSignIns(page: Page): string[] {
  const signed: string[] = []
  page.on('request', (request) => {
    if (!isEdit(request) || request.method() !== 'POST') return
    const headers = request.headers()
    expect(headers['authorization']).toBeUndefined()
    signed.push(headers['sign-in-with-x'] ?? '')
  })
  return signed
}

async function topUp(wallet: WalletScreen): Promise<void> {
  await wallet.fund()
  await wallet.check()
  await wallet.confirm.click()
  await expect(wallet.page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
}

/** Goes to Image within the page, as a person does: the wallet stays connected. */
async function goToImage(image: ImageScreen): Promise<void> {
  await image.page.getByRole('link', { name: 'Image', exact: true }).click()
  await expect(image.page.getByLabel('Price')).toContainText('$')
}

test('an edit is signed for and paid from a wallet, and what is left is shown', async ({
  wallet,
  image,
  page,
}) => {
  await topUp(wallet)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await goToImage(image)
  const signed = watchSignIns(page)
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  const figures = page.getByRole('group', { name: 'Result details' })
  for (const left of ['9.96', '9.92']) {
    const { status, headers } = await image.send()
    expect(status).toBe(200)
    expect(Number(headers['x-balance-remaining'])).toBe(Number(left))
    await expect(figures).toContainText(`$0.04 charged. Balance: $${left}.`)
  }
  expect(signed).toHaveLength(2)
  expect(new Set(signed.filter((header) => header !== '')).size).toBe(2)

  // Two at once: each signs for itself, and together they cost what they cost.
  await image.pick('Variations', '2')
  await image.edit.click()
  await expect(figures).toContainText('$0.04 charged, $0.08 for all 2 variations.')
  await expect(figures).toContainText('Balance: $9.84.')
  expect(new Set(signed).size).toBe(4)

  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  await expect(wallet.balance).toHaveText('$9.84')
  await page.getByRole('button', { name: 'Show transactions' }).click()
  const rows = wallet.activity.getByRole('listitem')
  await expect(rows.filter({ hasText: /^Charge.*firered-image-edit/ })).toHaveCount(4)
})

test('an edit without credit waits while the wallet is topped up, and is sent by a press', async ({
  wallet,
  image,
  page,
}) => {
  await goToImage(image)
  const signed = watchSignIns(page)
  await image.choose(await photo({}, 'cat.png'))
  await image.prompt.fill('make it warm')
  await image.send()
  const alert = image.result.getByRole('alert')
  await expect(alert).toContainText('402')
  await alert.getByRole('button', { name: 'Top up', exact: true }).click()
  await expect(page).toHaveURL(/\/wallet\?return=\/image$/)
  await topUp(wallet)
  await page.getByRole('button', { name: 'Back to your request' }).click()
  await expect(page).toHaveURL(/\/image$/)
  await expect(alert).toContainText('402')
  // The form is as it was left as well.
  await expect(image.prompt).toHaveValue('make it warm')
  await expect(image.source).toContainText('cat.png')
  expect(signed).toHaveLength(1)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(image.edited).toBeVisible()
  await expect(page.getByRole('group', { name: 'Result details' })).toContainText('Balance: $9.96.')
  expect(new Set(signed).size).toBe(2)
  await expect(image.runs.getByRole('listitem')).toHaveCount(2)
})
