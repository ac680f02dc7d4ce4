import type { Locator, Page } from '@playwright/test'

import type { ChatScreen } from './chat-screen.ts'
import { sha256, type SampleFile } from './media-samples.ts'

/** A part of a message, as it is sent. */
export interface Part {
  type: string
  text?: string
  image_url?: { url: string }
  input_audio?: { data: string; format: string }
  video_url?: { url: string }
  file?: { file_data: string; filename?: string }
  cache_control?: { type: string }
}

/** What the page sent as its last request for an answer: the parts of its last message. */
function watchSentParts(page: Page): () => Part[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) bodies.push(request.postData() ?? '')
  })
  return () => {
    const { messages } = JSON.parse(bodies.at(-1) ?? '') as { messages: { content: Part[] }[] }
    return messages.at(-1)?.content ?? []
  }
}

/** SHA-256 of the bytes that a part carries. */
export function hashOf(part: Part | undefined): string {
  const url = part?.image_url?.url ?? part?.video_url?.url ?? part?.file?.file_data
  const base64 = part?.input_audio?.data ?? url?.replace(/^data:[^,]*;base64,/, '') ?? ''
  return sha256(Buffer.from(base64, 'base64'))
}

export function attachments(page: Page): Locator {
  return page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
}

export function checks(page: Page): Locator {
  return page.getByRole('list', { name: 'Attachment checks' })
}

/** Attaches files through the menu, as a person does. */
export async function attach(page: Page, files: SampleFile[] | string): Promise<void> {
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click()
  const chooser = await choosing
  await chooser.setFiles(files)
}

export const file = (name: string, mimeType: string, buffer: Buffer): SampleFile => ({
  name,
  mimeType,
  buffer,
})

export async function startWith(chat: ChatScreen, model: string): Promise<() => Part[]> {
  await chat.chooseModel(model)
  return watchSentParts(chat.page)
}
