import type { Page } from '@playwright/test'

import { isSettled } from '../../contract/chat/answer.ts'
import type {
  AnswerVersion,
  MessageRecord,
} from '../../src/core/storage/conversations/conversation.ts'
import { keptRecords } from './kept-records.ts'

/** All versions of all answers that this browser keeps. */
export async function keptVersions(page: Page): Promise<AnswerVersion[]> {
  const messages = (await keptRecords(page, 'vendor-playground', 'messages')) as MessageRecord[]
  return messages.flatMap((message) => (message.kind === 'answer' ? message.versions : []))
}

/** How many versions of answers are kept as they ended, as a condition to wait for. */
export const keptAnswers = (page: Page) => async () =>
  (await keptVersions(page)).filter(({ answer }) => isSettled(answer.phase)).length

/** How many characters of answers are kept, as a condition to wait for. */
export const keptLength = (page: Page) => async () =>
  (await keptVersions(page))
    .flatMap(({ answer }) => answer.choices)
    .reduce((sum, { content }) => sum + content.length, 0)
