import { expect, type Locator, type Page, type Request } from '@playwright/test'
import sharp from 'sharp'

/** A file as a person would choose it. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The Image area as a person knows it: by roles and names. */
export class ImageScreen {
  readonly page: Page
  readonly prompt: Locator
  readonly model: Locator
  readonly edit: Locator
  readonly edited: Locator
  readonly source: Locator
  readonly figures: Locator
  readonly runs: Locator
  readonly result: Locator

  constructor(page: Page) {
    this.page = page
    this.prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
    this.model = page.getByRole('combobox', { name: 'Model', exact: true })
    this.edit = page.getByRole('button', { name: 'Edit image', exact: true })
    this.edited = page.getByRole('img', { name: 'Edited image', exact: true })
    this.source = page.getByRole('region', { name: 'Source' })
    this.figures = page.getByRole('group', { name: 'Source details' })
    this.runs = page.getByRole('region', { name: 'Runs' })
    this.result = page.getByRole('region', { name: 'Result' })
  }

  /** Opens the area and waits for the models: the price is their sign. */
  async open(): Promise<void> {
    await this.page.goto('/image')
    await expect(this.page.getByLabel('Price')).toContainText('$')
  }

  /** Chooses a file and waits until it has been looked at. */
  async choose(file: ChosenFile): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.page.getByRole('button', { name: 'Choose image' }).click()
    await (await chooser).setFiles(file)
    await expect(this.source).toContainText(file.name)
    await expect(this.source.getByText('Inspecting')).toHaveCount(0)
  }

  async chooseModel(id: string): Promise<void> {
    await this.model.fill(id)
    await this.model.press('Enter')
    await expect(this.model).toHaveValue(id)
  }

  async pick(group: string, value: string): Promise<void> {
    const radios = this.page.getByRole('radiogroup', { name: group, exact: true })
    await radios.getByRole('radio', { name: value, exact: true }).check()
  }

  /** Sends the body as JSON from now on: the browser tells tests all of it. */
  async sendJson(): Promise<void> {
    await this.page.getByText('Advanced', { exact: true }).click()
    await this.pick('Body', 'JSON')
  }

  /** Presses Edit image, and gives the request that left and what it was answered. */
  async send(): Promise<{ request: Request; status: number; headers: Record<string, string> }> {
    const answered = this.page.waitForResponse(isEdit)
    await this.edit.click()
    const response = await answered
    await expect(this.page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    return { request: response.request(), status: response.status(), headers: response.headers() }
  }

  /** The JSON body that a press sent. */
  async sendAndRead(): Promise<Record<string, unknown>> {
    const { request } = await this.send()
    return request.postDataJSON() as Record<string, unknown>
  }
}

/** Whether an answer is one to an edit. */
export function isEdit(response: { url(): string }): boolean {
  return response.url().endsWith('/image/edit')
}

/** A picture with a different colour in each quarter. */
export async function photo(
  { width = 600, height = 400, type = 'png' as 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' } = {},
  name = `photo.${type}`,
): Promise<ChosenFile> {
  const half = (size: number) => size / 2
  const part = (x: number, y: number, colour: string) =>
    `<rect x="${x}" y="${y}" width="${half(width)}" height="${half(height)}" fill="${colour}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${part(0, 0, '#c33')}${part(half(width), 0, '#3c3')}${part(0, half(height), '#33c')}${part(half(width), half(height), '#cc3')}</svg>`
  const buffer = await sharp(Buffer.from(svg)).removeAlpha().toFormat(type).toBuffer()
  return { name, mimeType: `image/${type}`, buffer }
}

/** A PNG of one colour, with transparency where asked. */
export async function plain(width: number, height: number, alpha = 1): Promise<ChosenFile> {
  const background = { r: 60, g: 90, b: 150, alpha }
  const buffer = await sharp({ create: { width, height, channels: 4, background } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { name: `plain-${width}x${height}.png`, mimeType: 'image/png', buffer }
}
