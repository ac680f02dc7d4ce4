import { PocketScreen } from '../../../../e2e/pocket/pocket-screen.ts'
import { savedBy } from '../../../../e2e/support/files.ts'
import { PASSPHRASE } from '../../../../e2e/support/vault-screen.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

test('behavior: a lost browser gets the account and its balance back from the backup file', async ({
  page,
}) => {
  const pocket = new PocketScreen(page)
  await pocket.open()
  await pocket.createFunded()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await pocket.panel.getByText('Backup and removal').click()
  await pocket.panel.getByRole('button', { name: 'Back up', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Back up pocket account' })
  await dialog.getByLabel('Passphrase').fill('short')
  await dialog.getByRole('button', { name: 'Save backup' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Passphrase too short')
  await dialog.getByLabel('Passphrase').fill(PASSPHRASE)
  const { name, text } = await savedBy(page, () =>
    dialog.getByRole('button', { name: 'Save backup' }).click(),
  )
  await expect(dialog).toBeHidden()
  await expect(pocket.panel).toContainText('Backed up')

  // As another browser begins: with nothing stored.
  await page.evaluate(async () => {
    localStorage.clear()
    for (const { name: database = '' } of await indexedDB.databases())
      indexedDB.deleteDatabase(database)
  })
  await pocket.open()
  await expect(pocket.create).toBeVisible()
  await pocket.panel.getByRole('button', { name: 'Restore', exact: true }).click()
  const restoring = page.getByRole('dialog', { name: 'Restore pocket account' })
  await restoring
    .getByLabel('Backup file')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  const passphrase = restoring.getByLabel('Passphrase of the backup')
  await restoring.getByRole('radio', { name: 'Until reload' }).check()
  await passphrase.fill('another passphrase')
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(restoring.getByRole('alert')).toContainText('Wrong passphrase')
  await passphrase.fill(PASSPHRASE)
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(pocket.balance).toHaveText('$5.00')
})
