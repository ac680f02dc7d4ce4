import { expect, test } from './testing/open-page.tsx'

test('every area is a link, and has something in it', async ({ chat: _, page }) => {
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const area of ['Image', 'Evaluate', 'Wallet', 'Explore', 'Chat']) {
    await nav.getByRole('link', { name: area }).click()
    await expect(page).toHaveURL(new RegExp(`/${area.toLowerCase()}`))
    await expect(nav.getByRole('link', { name: area })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main')).not.toBeEmpty()
  }
})
