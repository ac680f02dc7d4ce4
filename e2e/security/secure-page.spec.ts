import { openSecurely } from '../pictures/secure-page.mjs'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { startOtherServer } from '../support/other-server.ts'

/** A name that playwright.config.ts gives this machine. */
const NAME = 'api.test'

test('a page over https works with APIs over http where the browser does, and nowhere else', async ({
  page,
  service,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  const addConnection = async (baseUrl: string) => {
    await page.getByRole('button', { name: 'Connection', exact: true }).click()
    await dialog.getByRole('button', { name: 'Add connection' }).click()
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl)
  }

  await test.step('works with an API over http on this machine', async () => {
    const other = await startOtherServer()
    await openSecurely(page, service.ready.appUrl, other.origin)
    await addConnection(other.baseUrl)
    await dialog.getByLabel('API key').fill(other.key)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog).toBeHidden()
    const chat = new ChatScreen(page)
    await chat.chooseModel('other-model')
    await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')
    await other.stop()
  })

  await test.step('refuses one under another name where the browser would', async () => {
    const other = await startOtherServer()
    const mixed = other.origin.replace('127.0.0.1', NAME)
    await openSecurely(page, service.ready.appUrl, mixed)
    await addConnection(`${mixed}/v1`)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog).toContainText('use https://')
    const said = page.waitForEvent('console', (message) => message.text().includes('Mixed Content'))
    const asked = (address: string) =>
      page.evaluate(
        (url) =>
          fetch(url).then(
            () => 'answered',
            () => 'blocked',
          ),
        address,
      )
    expect(await asked(mixed)).toBe('blocked')
    await said
    expect(other.received).toEqual([])
    // The name does lead to it: over http nothing is mixed.
    await page.goto(mixed)
    expect(other.received).toContainEqual(expect.objectContaining({ path: '/' }))
    await other.stop()
  })
})
