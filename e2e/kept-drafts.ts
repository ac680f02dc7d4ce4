import type { Page } from '@playwright/test'

import { keptRecords } from './kept-records.ts'

/** The texts of the drafts that this browser keeps, and how many attachments. */
export async function keptDrafts(page: Page): Promise<{ texts: string[]; parts: number }> {
  const kept = (store: string) => keptRecords(page, 'vendor-playground-drafts', store)
  const drafts = (await kept('drafts')) as { text: string }[]
  return { texts: drafts.map(({ text }) => text), parts: (await kept('parts')).length }
}

/** The texts alone, as a condition to wait for. */
export const keptTexts = (page: Page) => async () => (await keptDrafts(page)).texts
