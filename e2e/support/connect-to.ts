import { expect, type Page } from '@playwright/test'

/** Connects the page to another API, whose address is allowed first unless it is; without a key where none is given. */
export async function connectTo(
  page: Page,
  {
    baseUrl,
    key,
    headers,
    name,
    isAllowed = false,
  }: { baseUrl: string; key?: string; headers?: string; name?: string; isAllowed?: boolean },
): Promise<void> {
  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  await chip.click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl)
  if (!isAllowed) {
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
  }
  await dialog.getByLabel('API key').fill(key ?? '')
  if (headers !== undefined) {
    await dialog.getByText('Advanced').click()
    await dialog.getByRole('textbox', { name: 'Headers' }).fill(headers)
  }
  if (name !== undefined)
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(chip).toContainText(name ?? new URL(baseUrl).host)
  await expect(dialog).toBeHidden()
}
