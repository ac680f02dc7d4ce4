import { type Scene, setQuota, type Situation } from './wallet-scene.ts'

/** Fills the disk with something that is not ours, until not even a small record fits. */
function fillDisk({ page }: Scene): Promise<void> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('filler')
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('bytes', { autoIncrement: true })
      opening.onsuccess = () => resolve(opening.result)
    })
    const fits = (bytes: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = db.transaction('bytes', 'readwrite', { durability: 'strict' })
        transaction.objectStore('bytes').add(crypto.getRandomValues(new Uint8Array(bytes)))
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => resolve(false)
      })
    for (const bytes of [65_536, 8192, 1024, 64]) while (await fits(bytes)) continue
    db.close()
  })
}

/** What keeps a confirmed payment from being signed. */
export const OF_THE_SIGNATURE = {
  rejected: {
    from: 'check',
    role: 'alert',
    says: ['You rejected the request', 'Nothing was signed or sent'],
    arrange: async ({ wallet, testWallet }) => {
      testWallet.failNext('eth_signTypedData_v4', 4001)
      await wallet.confirm.click()
    },
    mend: ({ wallet }) => wallet.confirm.click(),
    asked: 2,
  },
  'silent wallet': {
    from: 'check',
    role: 'region',
    says: ["Your wallet isn't responding", 'Without a signature, nothing is paid'],
    arrange: async ({ page, wallet, testWallet }) => {
      testWallet.silence('eth_signTypedData_v4')
      await wallet.confirm.click()
      await page.getByText('Waiting for Test wallet').waitFor()
      await page.clock.fastForward(16_000)
    },
    mend: async ({ page, wallet }) => {
      await page.getByRole('button', { name: 'Stop waiting' }).click()
      await wallet.confirm.click()
    },
    asked: 2,
  },
  'request already pending': {
    from: 'check',
    role: 'alert',
    says: ['A request is already pending in your wallet', 'confirm or reject that request'],
    arrange: async ({ wallet, testWallet }) => {
      testWallet.failNext('eth_signTypedData_v4', -32002)
      await wallet.confirm.click()
    },
    mend: ({ wallet }) => wallet.confirm.click(),
    asked: 2,
  },
  'another tab paying': {
    from: 'check',
    role: 'alert',
    says: ['Another tab is paying from this wallet', 'The result shows here too'],
    arrange: async ({ wallet, testWallet }) => {
      const other = await wallet.inAnotherTab()
      await other.signedIn()
      await other.check()
      testWallet.silence('eth_signTypedData_v4')
      await wallet.confirm.click()
      await wallet.page.getByText('Waiting for Test wallet').waitFor()
      await other.confirm.click()
      return other
    },
    asked: 1,
  },
  'full disk': {
    from: 'check',
    role: 'alert',
    says: ["Can't write the payment log", 'the disk is full', 'Nothing was paid'],
    arrange: async (scene) => {
      await fillDisk(scene)
      await scene.wallet.confirm.click()
    },
    mend: async ({ page, wallet }) => {
      await page.evaluate(() => indexedDB.deleteDatabase('filler'))
      await setQuota(page, new URL(page.url()).origin)
      await wallet.confirm.click()
    },
    asked: 1,
  },
  offline: {
    from: 'check',
    role: 'alert',
    says: ["You're offline", 'Nothing was signed'],
    arrange: async ({ page, wallet }) => {
      await page.context().setOffline(true)
      await wallet.confirm.click()
    },
    mend: async ({ page, wallet }) => {
      await page.context().setOffline(false)
      await wallet.confirm.click()
    },
    asked: 1,
  },
} satisfies Record<string, Situation>
