import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { HistoryEntry } from '../../core/history/history-entries.ts'
import { chat } from '../../page/chat.ts'
import { jobClient } from '../../ui/workers/job-client.ts'
import type { SummaryJob, SummaryResult } from './search.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './search.worker.ts?worker&url'

const run = jobClient<SummaryJob, SummaryResult>(workerUrl, {
  silence: 30_000,
  words: 'Reading timed out.',
  // What it has read is worth keeping for the next change.
  idle: 60_000,
})

const nothing: SummaryResult = new Map()

/** The costs and strips of the lines that are shown, by conversation id; they come after the lines. */
export function useSummaries(entries: readonly HistoryEntry[]): SummaryResult {
  const [summaries, setSummaries] = useState(nothing)
  // Begins and ends of responses: what they change is not in the conversation's own record.
  const running = useStore(chat.runs, ({ live }) => Object.keys(live).length)
  const key = JSON.stringify(entries.map(({ id, updatedAt }) => ({ id, updatedAt })))
  useEffect(() => {
    let isShown = true
    const read = async () => {
      await chat.writer.settled()
      const openId = chat.conversation.getState().conversation.id
      const next = await run({ conversations: JSON.parse(key), openId })
      if (isShown) setSummaries(next)
    }
    // Without them the lines are still there.
    read().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [key, running])
  return summaries
}
