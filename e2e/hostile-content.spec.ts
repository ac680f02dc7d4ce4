import { expect, test } from './fixtures.ts'

/** What a model might say to make the page do something; the service echoes it back as an answer. */
const payloads = [
  '<img src=x onerror="document.title=\'hit\'">',
  '<script>document.title="hit"</script>',
  '[click](javascript:document.title="hit")',
  '[click](  jAvAsCrIpT:document.title="hit")',
  '![beacon](http://127.0.0.1:9/leak.png)',
  '[link](http://user:pass@evil.example/)',
  '<svg onload="document.title=\'hit\'">',
  '<a href="javascript:alert(1)">x</a>',
  '[x]: javascript:alert(1)\n\n[x]',
  '<iframe srcdoc="<script>parent.document.title=1</script>">',
  '![d](data:text/html,<script>alert(1)</script>)',
  '<javascript:alert(1)>',
]

test('model output is inert and contacts nobody', async ({ chat, page, service }) => {
  const origin = new URL(service.ready.appUrl).origin
  const foreign: string[] = []
  page.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    if (protocol.startsWith('http') && target !== origin) foreign.push(request.url())
  })
  // The answer itself is replaced on the way, so that it is exactly the payload.
  await page.route('**/api/v1/chat/completions', async (route) => {
    const content = payloads.join('\n\n')
    await route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            logprobs: null,
            message: { role: 'assistant', content },
          },
        ],
      }),
    })
  })
  const title = await page.title()
  const answer = await chat.ask('Attack')
  const body = answer.locator('.md')
  await expect(body).toContainText('onerror')
  expect(await body.locator('img, script, iframe, svg[onload], object, embed').count()).toBe(0)
  const attributes = await body.evaluate((element) =>
    [...element.querySelectorAll('*')].flatMap((node) =>
      [...node.attributes].map(({ name, value }) => `${name}=${value}`),
    ),
  )
  expect(
    attributes.filter((text) => /^on|^(?:href|src|action)=\s*javascript:/i.test(text)),
  ).toEqual([])
  for (const node of await body.locator('a, button').all()) await node.focus()
  expect(await page.title()).toBe(title)
  expect(foreign).toEqual([])
})

test('a link in an answer shows where it leads before anything opens', async ({ chat, page }) => {
  await page.route('**/api/v1/chat/completions', async (route) => {
    const content = '[your bank](https://xn--bnk-hoa.example/login)'
    const message = { role: 'assistant', content }
    const choices = [{ index: 0, finish_reason: 'stop', logprobs: null, message }]
    await route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices }),
    })
  })
  const answer = await chat.ask('Where?')
  await answer.getByRole('link', { name: 'your bank' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open xn--bnk-hoa.example?' })
  await expect(dialog).toContainText('https://xn--bnk-hoa.example/login')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(page.context().pages()).toHaveLength(1)
})

test('everything that Markdown can hold is shown', async ({ chat }) => {
  const answer = await chat.ask('/markdown /rate 2000')
  const body = answer.locator('.md')
  for (const element of ['h1', 'h2', 'ul', 'ol', 'blockquote', 'table', 'pre code', 'hr', 'a'])
    await expect(body.locator(element).first()).toBeAttached()
})
