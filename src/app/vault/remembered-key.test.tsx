import type { OtherServer } from '../../../e2e/support/other-server.ts'
import { PASSPHRASE, VaultScreen } from '../../../e2e/support/vault-screen.ts'
import { test as base } from '../testing/allowed-servers.ts'
import { expect } from '../testing/open-page.tsx'

const test = base.extend<{ vault: VaultScreen }>({
  vault: async ({ page }, give) => {
    await give(new VaultScreen(page))
  },
})

const connectionTo = ({ baseUrl, key }: OtherServer) => ({ baseUrl, key, name: 'Other' })

test('behavior: a remembered key is back after a reload, with one press and one unlock', async ({
  chat,
  page,
  other,
  vault,
}) => {
  await vault.rememberWithPassphrase(connectionTo(other))
  await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')

  await page.goto('/chat')
  await expect(vault.chip).toContainText('Other')
  const before = other.received.length
  await vault.chip.click()
  await vault.unlockWith('not this one')
  await expect(vault.unlock.getByRole('alert')).toContainText('Wrong passphrase')
  await vault.unlockWith(PASSPHRASE)
  await expect(vault.unlock).toBeHidden()
  await expect(vault.connection).toBeHidden()
  await expect(chat.model).toHaveValue('other-model')
  await expect(await chat.ask('Hello again')).toContainText('Hello from elsewhere')
  const sent = other.received.slice(before)
  expect(sent.length).toBeGreaterThan(0)
  for (const { authorization } of sent) expect(authorization).toBe(`Bearer ${other.key}`)
})

test('behavior: a message sent while locked asks to unlock and then goes out', async ({
  chat,
  page,
  other,
  vault,
}) => {
  await vault.rememberWithPassphrase(connectionTo(other))
  await expect(chat.model).toHaveValue('other-model')
  await vault.lockNow.click()
  await expect(vault.locked).toBeVisible()
  const before = other.received.length
  await chat.message.fill('Hello')
  await chat.send.click()
  await expect(vault.unlock).toBeVisible()
  expect(other.received).toHaveLength(before)
  await vault.unlockWith(PASSPHRASE)
  await expect(chat.answers.last()).toContainText('Hello from elsewhere')

  await vault.lockNow.click()
  await chat.message.fill('And again')
  await chat.send.click()
  await vault.unlock.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toContainText('Saved key unavailable')
})
