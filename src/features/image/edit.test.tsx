import { emptySpendLog } from '../../../contract/limits/spend-log.ts'
import { isEdit, photo } from '../../../e2e/support/image-screen.ts'
import { test } from '../../app/testing/image-area.ts'
import { expect } from '../../app/testing/open-page.tsx'
import { decodeSetup, encodeSetup } from '../../core/share/codec.ts'

test('nothing but image and prompt is sent until something is set', async ({ image }) => {
  const file = await photo()
  await image.choose(file)
  await image.prompt.fill('make it warm')
  await image.sendJson()
  const body = await image.sendAndRead()
  expect(body).toEqual({ image: file.buffer.toString('base64'), prompt: 'make it warm' })
  await expect(image.edited).toBeVisible()
  await expect(image.page.getByRole('group', { name: 'Result details' })).toContainText(
    /PNG.*1,024 × 683 px.*\$0\.04 charged/,
  )
})

test('every field arrives as it was set, and changed back as it was', async ({ image, page }) => {
  await image.choose(await photo({ type: 'jpeg' }))
  await image.sendJson()
  await image.prompt.fill('sepia 👩‍👩‍👧 "quoted"\nsecond line')
  await image.chooseModel('sandbox-quality-edit')
  await image.pick('Aspect ratio', '2:3')
  await image.pick('Resolution', '2K')
  await image.pick('Quality', 'medium')
  await page.getByRole('combobox', { name: 'Output format' }).selectOption('webp')
  await page.getByRole('switch', { name: 'Safe mode' }).click()
  await expect(page.getByLabel('Price')).toHaveText('$0.13')
  const { image: bytes, ...sent } = await image.sendAndRead()
  expect(bytes).toEqual((await photo({ type: 'jpeg' })).buffer.toString('base64'))
  expect(sent).toEqual({
    prompt: 'sepia 👩‍👩‍👧 "quoted"\nsecond line',
    model: 'sandbox-quality-edit',
    aspect_ratio: '2:3',
    resolution: '2K',
    quality: 'medium',
    output_format: 'webp',
    safe_mode: false,
  })
  await expect(page.getByRole('group', { name: 'Result details' })).toContainText(
    /WEBP.*1,365 × 2,048 px.*\$0\.13 charged/,
  )

  await page.getByRole('switch', { name: 'Safe mode' }).click()
  for (const name of ['aspect_ratio', 'resolution', 'quality', 'output_format'])
    await page.getByRole('button', { name: `Reset ${name}` }).click()
  const { image: _, ...after } = await image.sendAndRead()
  expect(after).toEqual({ prompt: sent['prompt'], model: 'sandbox-quality-edit', safe_mode: true })
})

test('every listed value is sent as it stands', async ({ image, page }) => {
  const seen: Record<string, unknown>[] = []
  const answer = (await photo()).buffer
  // The limit of a minute is lower than the number of values; what the service does with each of
  // them is proven beside it.
  await page.route('**/image/edit', async (route) => {
    seen.push(route.request().postDataJSON() as Record<string, unknown>)
    await route.fulfill({ status: 200, contentType: 'image/png', body: answer })
  })
  await image.choose(await photo())
  await image.sendJson()
  await image.prompt.fill('blur')
  const ratios = ['auto', '1:1', '3:2', '16:9', '21:9', '9:16', '2:3', '3:4', '4:5']
  for (const ratio of ratios) {
    await image.pick('Aspect ratio', ratio)
    await image.send()
  }
  expect(seen.map((body) => body['aspect_ratio'])).toEqual(ratios)
  seen.length = 0
  for (const format of ['png', 'webp', 'jpeg', 'jpg']) {
    await page.getByRole('combobox', { name: 'Output format' }).selectOption(format)
    await image.send()
  }
  expect(seen.map((body) => body['output_format'])).toEqual(['png', 'webp', 'jpeg', 'jpg'])
  seen.length = 0
  await image.chooseModel('my-own-edit-model')
  for (const quality of ['low', 'medium', 'high']) {
    await image.pick('Quality', quality)
    await image.send()
  }
  await page.getByRole('button', { name: 'Other…' }).click()
  await page.getByRole('textbox', { name: 'Other resolution' }).fill('8Kx')
  await image.send()
  expect(seen.map(({ quality }) => quality)).toEqual(['low', 'medium', 'high', 'high'])
  expect(seen.at(-1)).toMatchObject({ model: 'my-own-edit-model', resolution: '8Kx' })
  expect(seen.some((body) => 'modelId' in body)).toBe(false)
})

test('limits of the form have the words of the service', async ({ image, page, service }) => {
  await image.choose(await photo())
  const refused = async (body: object) => {
    const response = await fetch(`${service.ready.baseUrl}/image/edit`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.ready.apiKey}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ image: 'AAAA', prompt: 'x', ...body }),
    })
    const { issues } = (await response.json()) as { issues: { message: string }[] }
    return issues.map(({ message }) => message)
  }
  await image.chooseModel('sandbox-tall-edit')
  await image.prompt.fill('x'.repeat(500))
  await expect(image.edit).toBeEnabled()
  await expect(page.getByText('500 / 500')).toBeVisible()
  await image.prompt.fill('x'.repeat(501))
  await expect(image.edit).toBeDisabled()
  for (const message of await refused({ model: 'sandbox-tall-edit', prompt: 'x'.repeat(501) }))
    await expect(page.getByText(message)).toBeVisible()
  await image.prompt.fill('x')

  await expect(
    page
      .getByRole('radiogroup', { name: 'Aspect ratio' })
      .getByRole('radio', { name: '16:9', exact: true }),
  ).toBeDisabled()
  await expect(
    page.getByText("sandbox-tall-edit doesn't support 1:1, 3:2, 16:9, 21:9, 4:5."),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Other…' }).click()
  const other = page.getByRole('textbox', { name: 'Other resolution' })
  for (const resolution of ['3K', 'x'.repeat(11)]) {
    await other.fill(resolution)
    const messages = await refused({ model: 'sandbox-tall-edit', resolution })
    expect(messages).toHaveLength(1)
    for (const message of messages) await expect(page.getByText(message)).toBeVisible()
    await expect(image.edit).toBeDisabled()
  }
})

test('two presses send one edit, and a cancelled one says that it may be billed', async ({
  image,
  page,
}) => {
  let sent = 0
  await page.route('**/image/edit', () => {
    // Never answered.
    sent += 1
  })
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await image.edit.dblclick()
  await expect(page.getByRole('status').filter({ hasText: 'Editing' })).toBeVisible()
  await image.prompt.press('ControlOrMeta+Enter')
  await expect(image.edit).toBeDisabled()
  await expect.poll(() => sent).toBe(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('may still finish the edit, and bill it')
  expect(sent).toBe(1)
  await page.getByRole('button', { name: 'Check balance' }).click()
  await expect(page.getByText(/Unchanged since before this run/)).toBeVisible()
})

test('refusals and failures are told with the next step', async ({ image, page }) => {
  await image.choose(await photo())
  await image.prompt.fill('massacre')
  await image.send()
  const alert = image.result.getByRole('alert')
  await expect(alert).toContainText('422 Content refused')
  await expect(image.result).toContainText('Content policy violation.')
  for (const [status, words] of [
    [418, '418 Undocumented status'],
    [503, '503 Model at capacity'],
    [500, '500 Model failed'],
    [402, '402 Insufficient balance'],
    [413, '413 Request too large'],
  ] as const) {
    await page.route('**/image/edit', (route) =>
      route.fulfill({ status, json: { error: 'Insufficient USD or Diem balance' } }),
    )
    await image.send()
    await expect(alert).toContainText(words)
    await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.unroute('**/image/edit')
  }
  await page.route('**/image/edit', (route) => route.abort())
  await image.edit.click()
  await expect(alert).toContainText('API unreachable')
})

test('four variations go out together, with the sum as the price and a charge for each', async ({
  image,
  page,
}) => {
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await image.pick('Variations', '4')
  await expect(page.getByLabel('Price')).toContainText('$0.16')
  await page.getByLabel('model, variation 2').selectOption('sandbox-quality-edit')
  await page.getByLabel('quality, variation 2').selectOption('low')
  await page.getByLabel('aspect_ratio, variation 3').selectOption('1:1')
  await page.getByLabel('model, variation 4').selectOption('sandbox-tall-edit')
  const fault = page.getByText(/resolution is "2K", but must be one of 1K for sandbox-tall-edit/)
  await image.pick('Resolution', '2K')
  await expect(fault).toBeVisible()
  await expect(image.edit).toBeDisabled()
  await page.getByLabel('resolution, variation 4').selectOption('1K')
  await expect(fault).toHaveCount(0)
  await image.sendJson()
  const sent: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (!isEdit(request)) return
    const { image: _, prompt, ...others } = request.postDataJSON() as Record<string, unknown>
    expect(prompt).toBe('make it warm')
    sent.push(others)
  })
  const price = (await page.getByLabel('Price').textContent()) ?? ''
  const [sum = '', ...each] = price.match(/\$\d+\.\d+/g) ?? []
  await image.edit.click()
  await expect.poll(() => sent).toHaveLength(4)
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  expect(sent).toEqual(
    expect.arrayContaining([
      { resolution: '2K' },
      { resolution: '2K', model: 'sandbox-quality-edit', quality: 'low' },
      { resolution: '2K', aspect_ratio: '1:1' },
      { resolution: '1K', model: 'sandbox-tall-edit' },
    ]),
  )
  expect(each).toHaveLength(4)
  for (const [index, own] of each.entries()) {
    await page.getByRole('button', { name: `Variation ${index + 1}` }).click()
    await expect(image.edited).toBeVisible()
    await expect(page.getByRole('group', { name: 'Result details' })).toContainText(
      `${own} charged, ${sum} for all 4 variations.`,
    )
  }
})

test('a failed variation is sent again alone, as it was', async ({ image, page }) => {
  let sent = 0
  await page.route('**/image/edit', async (route) => {
    sent += 1
    if (sent === 2) await route.fulfill({ status: 503, json: { error: 'Busy' } })
    else await route.continue()
  })
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await image.pick('Variations', '2')
  await image.edit.click()
  const failed = image.runs.getByRole('button', { name: 'Show run: make it warm' })
  await failed.filter({ hasText: 'failed: 503' }).click()
  await image.prompt.fill('something else')
  await image.result.getByRole('button', { name: 'Retry' }).click()
  await expect(image.edited).toBeVisible()
  await expect(image.runs.getByRole('listitem')).toHaveCount(3)
  expect(sent).toBe(3)
  await page.getByRole('button', { name: 'Previous prompts' }).click()
  await page.getByRole('menuitem', { name: 'make it warm' }).click()
  await expect(image.prompt).toHaveValue('make it warm')
})

test('a link carries the form and never the picture', async ({ image, page }) => {
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await image.pick('Aspect ratio', '16:9')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share image edit' })
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toMatch(/\/image#c=1\.[\w-]+$/)
  expect(decodeSetup(new URL(link).hash)).toEqual({
    ok: true,
    setup: { area: 'image', fields: { prompt: 'make it warm', aspect_ratio: '16:9' } },
    leftOut: [],
  })

  let sent = 0
  page.on('request', (request) => {
    if (isEdit(request)) sent += 1
  })
  const fields = { prompt: 'sepia', modelId: 'flux-2-max-edit', quality: 'low', seed: 7 }
  await page.goto(`/image${encodeSetup({ area: 'image', fields })}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Open|^Use|^Apply/ })
    .first()
    .click()
  await expect(image.prompt).toHaveValue('sepia')
  await expect(image.model).toHaveValue('flux-2-max-edit')
  expect(sent).toBe(0)
})

test('a spend cap holds an edit back until it is sent anyway', async ({ image, page, service }) => {
  let sent = 0
  page.on('request', (request) => {
    if (isEdit(request)) sent += 1
  })
  await page.evaluate(({ key, log }) => localStorage.setItem(key, log), {
    key: `playground.spend.${new URL(service.ready.baseUrl).origin}`,
    log: JSON.stringify({ ...emptySpendLog, caps: { request: 10_000 } }),
  })
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await image.edit.click()
  const alert = image.result.getByRole('alert')
  await expect(alert).toContainText('Over request spend limit')
  await expect(alert).toContainText('Max cost: $0.04. Limit per request: $0.01.')
  expect(sent).toBe(0)
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(image.edited).toBeVisible()
  expect(sent).toBe(1)

  await image.edit.click()
  await alert.getByRole('button', { name: 'Change spend limit' }).click()
  const panel = page.getByRole('dialog', { name: 'Balance and limits' })
  const cap = panel.getByRole('textbox', { name: /^Per-request spend limit/ })
  await cap.fill('')
  await cap.press('Enter')
  await page.keyboard.press('Escape')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(image.edited).toBeVisible()
  expect(sent).toBe(2)
})
