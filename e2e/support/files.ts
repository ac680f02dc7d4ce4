import { text } from 'node:stream/consumers'

import type { Page } from '@playwright/test'

/** What a press saves: the name of the file, and its text. */
export async function savedBy(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), text: await text(await file.createReadStream()) }
}

/** Gives a file of JSON to what a press asks for. */
export async function chooseJson(
  page: Page,
  press: () => Promise<void>,
  json: string,
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
  await chooser.setFiles({
    name: 'file.json',
    mimeType: 'application/json',
    buffer: Buffer.from(json),
  })
}
