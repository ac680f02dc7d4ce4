import type { Page } from '@playwright/test'

import { keptRecords } from './kept-records.ts'

interface KeptDrafts {
  texts: string[]
  /** How many attachments. */
  parts: number
  /** How many messages are being edited. */
  editors: number
}

/** What is kept of the drafts of this browser. */
export async function keptDrafts(page: Page): Promise<KeptDrafts> {
  type Draft = { text: string; editors?: object }
  const kept = (store: string) => keptRecords(page, 'vendor-playground-drafts', store)
  const drafts = (await kept('drafts')) as Draft[]
  return {
    texts: drafts.map(({ text }) => text),
    parts: (await kept('parts')).length,
    editors: drafts.flatMap(({ editors = {} }) => Object.keys(editors)).length,
  }
}

/** The texts alone, as a condition to wait for. */
export const keptTexts = (page: Page) => async () => (await keptDrafts(page)).texts
