import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import { whenAnswerEnds } from '../../../core/storage/conversations/answer-lock.ts'
import type {
  AnswerVersion,
  MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import { loadMessage } from '../../../core/storage/conversations/conversations.ts'
import {
  subscribeMessageChanges,
  type MessageChange,
} from '../../../core/storage/conversations/message-changes.ts'
import { conversationStore, conversationWriter } from './conversation-store.ts'
import { runStore } from './runs.ts'

/**
 * Keeps the conversation on the screen in step with what other tabs write to it: their messages, and
 * the answers that they receive. An answer that stands as unfinished and is not received here is
 * read again once whoever receives it is through. Gives the way to stop.
 */
export function followAnswers(): () => void {
  const awaited = new Set<string>()
  const awaitUnfinished = () => {
    for (const record of conversationStore.getState().messages)
      for (const { id } of unfinishedElsewhere(record)) {
        if (awaited.has(id)) continue
        awaited.add(id)
        void whenAnswerEnds(id).then(async () => {
          awaited.delete(id)
          await refresh(record)
        })
      }
  }
  awaitUnfinished()
  const stopWaiting = conversationStore.subscribe(({ messages }, before) => {
    if (messages !== before.messages) awaitUnfinished()
  })
  const stopListening = subscribeMessageChanges((change) => void refresh(change))
  return () => {
    stopWaiting()
    stopListening()
  }
}

/** The versions of a message that are being received, though not in this tab. */
export function unfinishedElsewhere(record: MessageRecord): AnswerVersion[] {
  const { live } = runStore.getState()
  if (record.kind !== 'answer') return []
  return record.versions.filter(({ id, answer }) => !isSettled(answer.phase) && !(id in live))
}

/** Messages that are to be read again: what comes in until then is read with them. */
const awaitingRead = new Set<string>()

/** Shows a message as it is stored, unless an answer to it is being received here. */
async function refresh({ id, conversationId }: MessageChange): Promise<void> {
  if (conversationStore.getState().conversation.id !== conversationId || awaitingRead.has(id))
    return
  awaitingRead.add(id)
  // After the writes under way: what is stored is older than what they write.
  await conversationWriter.afterWrites(conversationId, async () => {
    awaitingRead.delete(id)
    const stored = await loadMessage(id).catch(() => 'unreadable' as const)
    // What was written here meanwhile is the later one, and is about to be stored.
    if (stored === 'unreadable' || conversationWriter.isUnwritten(conversationId, id)) return
    showStored(conversationId, id, stored)
  })
}

/** Puts a message in the place of the one on the screen; without one, that was deleted. */
function showStored(conversationId: string, id: string, stored: MessageRecord | undefined): void {
  const { conversation, messages, status } = conversationStore.getState()
  if (conversation.id !== conversationId || status !== 'ready') return
  const { live } = runStore.getState()
  const current = messages.find((record) => record.id === id)
  if (current === undefined && stored === undefined) return
  if (current?.kind === 'answer' && current.versions.some((version) => version.id in live)) return
  const others = messages.filter((record) => record.id !== id)
  conversationStore.setState({
    messages: [...others, ...(stored === undefined ? [] : [stored])].toSorted(
      (a, b) => a.position - b.position,
    ),
  })
}
