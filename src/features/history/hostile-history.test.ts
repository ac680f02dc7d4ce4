import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { byDay, historyEntries } from '../../core/history/history-entries.ts'
import {
  listConversations,
  loadConversation,
} from '../../core/storage/conversations/conversations.ts'
import { deleteAllConversations } from '../../core/storage/conversations/delete-conversations.ts'
import { listLabels } from '../../core/storage/conversations/labels.ts'
import { createSearch } from '../../core/storage/conversations/search/search-conversations.ts'
import { foldText } from '../../core/storage/conversations/search/search-index.ts'
import { importConversations } from '../../core/storage/files/history-transfer.ts'
import { hostileHistory } from '../../core/storage/testing/hostile-history.ts'
import { conversationMarkdown } from './conversation-markdown.ts'

it('lists, searches and writes out whatever a file brought in', async () => {
  await fc.assert(
    fc.asyncProperty(hostileHistory, async (text) => {
      await deleteAllConversations()
      await importConversations(text)
      const conversations = await listConversations()
      const entries = historyEntries(conversations, await listLabels())
      const days = byDay(entries, Date.now())
      expect(days.flatMap(({ items }) => items)).toHaveLength(entries.length)
      for (const { id, title } of entries) {
        expect(id).toMatch(/^[\w-]+$/)
        expect(title).not.toBe('')
      }
      const { excerpts } = await createSearch()('animal')
      for (const excerpt of excerpts.values()) expect(foldText(excerpt)).toContain('animal')
      for (const { id, title } of conversations) {
        const loaded = await loadConversation(id)
        if (loaded !== undefined) expect(conversationMarkdown(loaded, title)).toContain('\n')
      }
    }),
    { numRuns: 60 },
  )
})
