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
  const address = new URL('/chat', service.ready.appUrl).href
  const names: string[] = []
  const first = await browser.newPage()
  first.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js') && !pathname.includes('worker')) names.push(pathname)
  })
  await first.goto(address)
  await first.getByRole('textbox', { name: 'Message', exact: true }).fill('Hi')
  await expect.poll(() => names.some((name) => name.includes('markdown'))).toBe(true)
  await first.close()

  const page = await browser.newPage()
  // Alone, without what it imports: nothing but its own hash is a reason to refuse it.
  await page.route('**/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'globalThis.tampered = true' }),
  )
  const blocked = page.waitForEvent('console', (message) => message.text().includes('integrity'))
  await page.goto(address)
  await blocked
  const runs = (name: string) =>
    page.evaluate(`import(${JSON.stringify(name)}).then(() => true, () => false)`)
  for (const name of names) expect(await runs(name), name).toBe(false)
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false)
  // A script without a hash would have run, and been noticed.
  expect(await runs('/assets/of-no-hash.js')).toBe(true)
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(true)
  await page.close()
})
