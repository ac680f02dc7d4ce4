import { expect, test } from '../support/fixtures.ts'

test('the page comes with the published policy', async ({ page }) => {
  const response = await page.goto('/chat')
  const headers = response?.headers() ?? {}
  const policy = headers['content-security-policy'] ?? ''
  for (const directive of [
    "default-src 'none'",
    "script-src-attr 'none'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types pg-worker',
  ])
    expect(policy).toContain(directive)
  expect(policy).not.toMatch(/unsafe-(?:inline|eval)/)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cache-control']).toBe('no-store')
})

test('a script that was changed on the way does not run', async ({ browser, service }) => {
  // One page for each of some fifty scripts.
  test.setTimeout(240_000)
  const names: string[] = []
  const first = await browser.newPage()
  first.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js') && !pathname.includes('worker')) names.push(pathname)
  })
  await first.goto(`${service.ready.appUrl}chat`)
  await first.getByRole('textbox', { name: 'Message', exact: true }).focus()
  await expect.poll(() => names.some((name) => name.includes('markdown'))).toBe(true)
  await first.close()

  for (const name of names) {
    const page = await browser.newPage()
    await page.route(`**${name}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: `globalThis.tampered = true;\n${await response.text()}`,
      })
    })
    const blocked = page.waitForEvent('console', (message) => message.text().includes('integrity'))
    await page.goto(`${service.ready.appUrl}chat`)
    const message = page.getByRole('textbox', { name: 'Message', exact: true })
    // Some scripts come only with the first intent to write; without others there is no field.
    void message.focus().catch(() => undefined)
    await blocked
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false)
    await page.close()
  }
})
