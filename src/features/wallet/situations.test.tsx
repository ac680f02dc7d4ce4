import { describe } from 'vitest'

import { fund, transfersOf } from '../../../e2e/support/chain-truth.ts'
import { installTestWallet } from '../../../e2e/support/test-wallet.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import {
  IN_BROWSER,
  SITUATIONS,
  arrive,
  type SituationName,
} from '../../../e2e/wallet/wallet-situations.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

const names = (Object.keys(SITUATIONS) as SituationName[]).filter(
  (name) => !IN_BROWSER.includes(name),
)

describe.each(names)('%s', (name) => {
  const { role, says, from, arrange, mend, asked } = SITUATIONS[name]
  test('is said in its own words, and nothing is paid that should not be', async ({
    page,
    service: { ready },
  }) => {
    if (name === 'several wallets') await installTestWallet(page, { name: 'Second wallet' })
    const wallet = new WalletScreen(page)
    if (from === 'nothing') await wallet.open()
    const testWallet = await installTestWallet(page)
    if (from !== 'nothing') {
      await fund(page, ready, testWallet.address)
      await wallet.open()
    }
    await arrive(wallet, from)
    const scene = { page, wallet, testWallet }
    await arrange?.(scene)
    const [title = ''] = says
    const place = page.getByRole(role).filter({ hasText: title }).first()
    for (const words of says) await expect(place).toContainText(words)

    await mend?.(scene)
    if (mend !== undefined)
      await expect(page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
    expect(testWallet.payments()).toBe(asked)
    const isSettled = mend !== undefined || name === 'settled but not credited yet'
    expect(await transfersOf(page, ready, testWallet.address)).toEqual(
      isSettled ? [10_000_000n] : [],
    )
  })
})
