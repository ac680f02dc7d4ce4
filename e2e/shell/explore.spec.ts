import { decodeSetup } from '../../src/core/share/codec.ts'
import { expectAccessible, expectAccessibleInBothColors } from '../support/accessibility.ts'
import { ExploreScreen } from '../support/explore-screen.ts'
import { expect, test } from '../support/fixtures.ts'

/** A grey PNG of 256 × 256 pixels. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAAA1BMVEUAgIBxQSaxAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAH0lEQVRo3u3BAQ0AAADCoPdPbQ43oAAAAAAAAAAAvg0hAAABfxmcpwAAAABJRU5ErkJggg=='

test(
  'a read with a query: fields and path are the same thing, and the answer is a tree',
  { tag: '@smoke' },
  async ({ page }) => {
    const explore = new ExploreScreen(page)
    await explore.open()
    await explore.choose('GET /models')
    const type = explore.call.getByRole('combobox', { name: 'type', exact: true })
    await type.selectOption('image')
    await expect(explore.path).toHaveValue('/models?type=image')
    await explore.path.fill('/models?type=inpaint')
    await expect(type).toHaveValue('inpaint')
    await type.selectOption('Default')
    await expect(explore.path).toHaveValue('/models')

    await explore.path.fill('/models?type=image')
    await explore.send.click()
    await expect(explore.status).toHaveText('200 OK')
    await expect(explore.answer).toContainText('"image"')
    await expect(explore.answer.getByText('Size', { exact: true })).toBeVisible()
    await explore.answer.getByRole('button', { name: 'Inspect' }).click()
    await expect(page.getByRole('region', { name: 'Inspector' })).toContainText(
      '/models?type=image',
    )
  },
)

test('what locates JSON errors is fetched only once there is one; a JSON body is written as fields or as text, and goes out once', async ({
  page,
}) => {
  const explore = new ExploreScreen(page)
  const scripts = new Set<string>()
  page.on('request', (request) => scripts.add(new URL(request.url()).pathname))
  const parser = () => [...scripts].filter((path) => /json-(?:text|error|editor)/.test(path))
  await explore.open()
  await explore.choose('POST /crypto/rpc/{network}')
  await page.waitForLoadState('networkidle')
  expect(parser()).toEqual([])
  await explore.call.getByRole('textbox', { name: 'Params as JSON' }).fill('[1 2]')
  await expect(explore.call.getByRole('alert')).toContainText('line 1, column 4')
  expect(parser()).not.toEqual([])

  await explore.choose('POST /chat/completions')
  await expect(explore.call).toContainText('Billed per request.')
  await explore.call.getByRole('textbox', { name: 'messages[0].content' }).fill('/echo')
  await explore.call
    .getByText(/optional fields/)
    .first()
    .click()
  await explore.call.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('0.5')
  await explore.call.getByRole('radio', { name: 'Text' }).check()
  await expect(explore.call.getByRole('textbox', { name: 'Body' })).toContainText(
    '"temperature": 0.5',
  )

  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postDataJSON())
  })
  await explore.send.click()
  await expect(explore.status).toHaveText('200 OK')
  await expect(explore.answer.getByText('Cost', { exact: true })).toBeVisible()
  // The second click of a double-click, after a response that was quicker than the hand.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await explore.path.fill('/models')
  await explore.call.getByRole('combobox', { name: 'Method' }).selectOption('GET')
  await explore.send.click()
  await expect(explore.answer).toContainText('sandbox-chat')
  expect(sent).toEqual([
    expect.objectContaining({ temperature: 0.5, messages: [{ role: 'user', content: '/echo' }] }),
  ])
  expect(Object.keys(sent[0] as object).toSorted()).toEqual(['messages', 'model', 'temperature'])
})

test('a form with a file is sent; its picture, a sound and the video of a job are shown where they came back', async ({
  page,
}) => {
  const explore = new ExploreScreen(page)
  await explore.open()
  // The job goes on meanwhile.
  await explore.choose('POST /video/queue')
  await explore.call.getByRole('button', { name: 'Start job' }).click()
  await explore.choose('POST /image/edit')
  await explore.call.getByRole('radio', { name: 'Form with files' }).check()
  await expect(explore.call).toContainText('image is required: choose a file.')
  await expect(explore.send).toBeDisabled()
  await explore.call
    .getByLabel('image', { exact: true })
    .setInputFiles({
      name: 'grey.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PICTURE, 'base64'),
    })
  await expect(explore.call).toContainText('grey.png')
  const request = page.waitForRequest((one) => one.url().endsWith('/image/edit'))
  await explore.send.click()
  const type = (await request).headers()['content-type']
  expect(type).toMatch(/^multipart\/form-data; boundary=/)
  const picture = explore.answer.getByRole('img', { name: 'Response' })
  await expect(picture).toBeVisible()
  await expect(explore.answer).toContainText('image/png · 1024 × 1024 px')
  expect(await picture.getAttribute('src')).toMatch(/^blob:/)
  await expect(explore.answer.getByRole('button', { name: 'Save file' })).toBeVisible()

  await explore.choose('POST /audio/speech')
  await explore.send.click()
  await expect(explore.status).toHaveText('200 OK')
  const sound = explore.answer.locator('audio')
  await expect(sound).toHaveAttribute('src', /^blob:/)
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(0)

  const jobs = page.getByRole('region', { name: 'Jobs' })
  await expect(jobs.getByRole('article', { name: 'Video: Done' })).toBeVisible()
  await jobs.getByRole('button', { name: 'Show result' }).click()
  await expect(jobs.locator('video')).toHaveAttribute('src', /^blob:/)
  await expectAccessible(page, { include: 'main' })
})

test('a call goes out as a link and comes back as it was', async ({ page, context }) => {
  const explore = new ExploreScreen(page)
  await explore.open()
  await explore.choose('POST /chat/completions')
  const body = '{"model":"sandbox-fast","messages":[{"role":"user","content":"Shared"}]}'
  await explore.writeBody(body)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(decodeSetup(new URL(link).hash)).toMatchObject({
    ok: true,
    setup: { area: 'explore', method: 'POST', path: '/chat/completions', body },
  })

  const other = await context.newPage()
  await other.goto('/explore')
  const received = new ExploreScreen(other)
  await received.path.fill('/models')
  const posts: string[] = []
  other.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await other.goto(link)
  const dialog = other.getByRole('dialog', { name: 'Open this request?' })
  await expect(dialog).toContainText('Billed per request')
  await expect(dialog.getByRole('row', { name: /^path/ })).toContainText('/chat/completions')
  await dialog.getByRole('button', { name: 'Apply here' }).click()
  await expect(received.path).toHaveValue('/chat/completions')
  await expect(received.method).toHaveValue('POST')
  await received.call.getByRole('radio', { name: 'Text' }).check()
  await expect(received.call.getByRole('textbox', { name: 'Body' })).toHaveText(body)
  expect(posts).toEqual([])
})

test('a spend cap holds a billed call back, in any tab, and a read not', async ({
  page,
  context,
  service,
}) => {
  const explore = new ExploreScreen(page)
  await explore.open()
  await page.getByRole('button', { name: /^Balance and limits/ }).click()
  const panel = page.getByRole('dialog', { name: 'Balance and limits' })
  const cap = panel.getByRole('textbox', { name: 'Session spend limit, USD' })
  await cap.fill('5')
  await cap.press('Enter')
  await page.keyboard.press('Escape')

  const other = new ExploreScreen(await context.newPage())
  await other.page.goto(`${service.ready.appUrl}explore`)
  const posts: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  for (const screen of [explore, other]) {
    await screen.choose('POST /chat/completions')
    await screen.send.click()
    const alert = screen.answer.getByRole('alert')
    await expect(alert).toContainText('Over session spend limit')
    await expect(alert).toContainText("The cost can't be estimated")
  }
  await explore.choose('GET /models')
  await explore.send.click()
  await expect(explore.status).toHaveText('200 OK')
  expect(posts).toEqual([])

  // Once anyway: the one call goes out, and what it cost is counted.
  const alert = other.answer.getByRole('alert')
  await alert.getByRole('button', { name: 'Send anyway' }).click()
  await expect(other.status).toHaveText('200 OK')
  expect(posts).toEqual(['/api/v1/chat/completions'])
  await other.send.click()
  await expect(alert).toContainText('Over session spend limit')
  await alert.getByRole('button', { name: 'Change spend limit' }).click()
  const again = other.page.getByRole('dialog', { name: 'Balance and limits' })
  await expect(again.getByRole('region', { name: 'Spending, all tabs' })).toContainText(
    /This session \$0\.0+[1-9]/,
  )
  await again.getByRole('textbox', { name: 'Session spend limit, USD' }).fill('')
  await other.page.keyboard.press('Enter')
  await other.page.keyboard.press('Escape')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(other.status).toHaveText('200 OK')
  expect(posts).toHaveLength(2)
})

test('a value outside its limits is named before sending, and by the service after; all of it is accessible', async ({
  page,
}) => {
  const explore = new ExploreScreen(page)
  await explore.open()
  await explore.choose('POST /chat/completions')
  await explore.call
    .getByText(/optional fields/)
    .first()
    .click()
  await explore.send.click()
  await expect(explore.status).toHaveText('200 OK')
  await expectAccessibleInBothColors(page)

  await explore.writeBody('{"model":"sandbox-chat","messages":[],"temperature":3}')
  await expect(explore.call).toContainText('temperature is 3, but must be at most 2.')
  await expect(explore.call).toContainText(
    'messages is an array of 0, but must have at least 1 item.',
  )
  await expect(explore.send).toBeDisabled()
  await explore.call.getByRole('button', { name: 'Send anyway' }).click()
  const alert = explore.answer.getByRole('alert')
  await expect(alert).toContainText('400 Invalid request')
  await expect(alert).toContainText(/temperature/)
  await expectAccessibleInBothColors(page, { include: 'main' })

  await explore.writeBody('{\n  "model": yes\n}')
  await expect(explore.call.getByRole('alert')).toContainText('Invalid JSON at line 2, column 12')
  await expect(explore.send).toBeDisabled()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('the operations are one field, and nothing scrolls sideways', async ({ page }) => {
    const explore = new ExploreScreen(page)
    await explore.open()
    const operation = page.getByRole('combobox', { name: 'Endpoint', exact: true })
    await operation.fill('chat/comp')
    await operation.press('Enter')
    await expect(explore.path).toHaveValue('/chat/completions')
    await explore.send.click()
    await expect(explore.status).toHaveText('200 OK')
    await expect(explore.answer).toBeInViewport()
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways).toBe(0)
    await expectAccessible(page)
  })
})
