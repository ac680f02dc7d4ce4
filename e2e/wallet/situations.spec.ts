import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expectAccessible } from '../support/accessibility.ts'
import { fund, transfersOf } from '../support/chain-truth.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { installTestWallet } from '../support/test-wallet.ts'
import { WalletScreen } from '../support/wallet-screen.ts'
import { deployContractWallet } from './contract-wallet.ts'
import { type Scene, setQuota, SMALL_QUOTA } from './wallet-scene.ts'
import { arrive, IN_BROWSER, type SituationName, SITUATIONS } from './wallet-situations.ts'

const test = base.extend<{ name: SituationName; scene: Scene; dataDirectory: string }>({
  name: ['full disk', { option: true }],
  // A test can only reach into the chain of a service that keeps its seed.
  dataDirectory: async ({ colorScheme: _ }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'playground-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  serviceFlags: async ({ dataDirectory }, use) => {
    await use(['--data', dataDirectory])
  },
  scene: async ({ page, service, name, dataDirectory }, use) => {
    const { from } = SITUATIONS[name]
    if (name === 'silent wallet') await page.clock.install()
    if (name === 'full disk')
      await setQuota(page, new URL(service.ready.appUrl).origin, SMALL_QUOTA)
    const isContract = name === 'contract wallet'
    const wallet = new WalletScreen(page)
    const testWallet = await installTestWallet(page, {
      ...(isContract && {
        contract: (owner: string) =>
          deployContractWallet(dataDirectory, service.ready.evm.rpcUrl, owner),
      }),
    })
    await fund(page, service.ready, testWallet.address)
    await wallet.open()
    await arrive(wallet, from)
    await use({ page, wallet, testWallet })
  },
})

// The others need no browser: src/features/wallet/situations.test.tsx.
for (const name of IN_BROWSER) {
  const { role, says, arrange, mend, asked } = SITUATIONS[name]
  test.describe(name, () => {
    test.use({ name })
    test('is said in its own words, and nothing is paid that should not be', async ({
      scene,
      service,
    }) => {
      const { page: shown } = (await arrange?.(scene)) ?? scene.wallet
      const [title = ''] = says
      const place = shown.getByRole(role).filter({ hasText: title }).first()
      for (const words of says) await expect(place).toContainText(words)
      await expectAccessible(shown)

      await mend?.(scene)
      const { page, testWallet } = scene
      if (mend !== undefined)
        await expect(page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
      expect(testWallet.payments()).toBe(asked)
      expect(await transfersOf(page, service.ready, testWallet.address)).toEqual(
        mend === undefined ? [] : [10_000_000n],
      )
    })
  })
}
