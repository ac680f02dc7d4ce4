import { isSettled } from '../../../../contract/chat/answer.ts'
import { whenFree } from '../../journal/hold.ts'
import { answerLock } from '../../storage/conversations/answer-lock.ts'
import type { AnswerVersion, MessageRecord } from '../../storage/conversations/conversation.ts'
import type { MessageChange } from '../../storage/conversations/conversations.ts'
import type { Chat } from '../chat.ts'
import { type RunState, runningVersions } from '../responses/runs.ts'
import { whenStorageLoads } from './when-storage-loads.ts'

/**
 * Keeps the conversation on the screen in step with what other tabs write to it: their messages, and
 * the answers that they receive. An answer that stands as unfinished and is not received here is
 * read again once whoever receives it is through. Returns the way to stop.
 */
export function syncMessages(chat: Chat): () => void {
  const { conversation: store, runs, writer, world } = chat
  const { locks } = chat.client.world
  /** Messages that are to be read again: what comes in until then is read with them. */
  const awaitingRead = new Set<string>()
  const awaited = new Set<string>()

  /** Shows a message as it is stored, unless an answer to it is being received here. */
  const refresh = async ({ id, conversationId }: MessageChange): Promise<void> => {
    if (store.getState().conversation.id !== conversationId || awaitingRead.has(id)) return
    awaitingRead.add(id)
    // After the writes under way: what is stored is older than what they write.
    await writer.afterWrites(conversationId, async () => {
      awaitingRead.delete(id)
      const stored = await world
        .loadStorage()
        .then((storage) => storage.loadMessage(id))
        .catch(() => 'unreadable' as const)
      // What was written here meanwhile is the later one, and is about to be stored.
      if (stored === 'unreadable' || writer.isUnwritten(conversationId, id)) return
      showStored(chat, conversationId, id, stored)
    })
  }
  const awaitUnfinished = () => {
    for (const record of store.getState().messages)
      for (const { id } of unfinishedElsewhere(record, runs.getState())) {
        if (awaited.has(id)) continue
        awaited.add(id)
        void whenFree(locks, answerLock(id)).then(async () => {
          awaited.delete(id)
          await refresh(record)
        })
      }
  }
  awaitUnfinished()
  const stopWaiting = store.subscribe(({ messages }, before) => {
    if (messages !== before.messages) awaitUnfinished()
  })
  const stopListening = whenStorageLoads(chat, (storage) => [
    storage.subscribeMessageChanges((change) => void refresh(change)),
  ])
  return () => {
    stopWaiting()
    stopListening()
  }
}

/** The versions of a message that are being received, though not in this tab. */
export function unfinishedElsewhere(record: MessageRecord, { live }: RunState): AnswerVersion[] {
  if (record.kind !== 'answer') return []
  return record.versions.filter(({ id, answer }) => !isSettled(answer.phase) && !(id in live))
}

/** Puts a message in the place of the one on the screen; without one, that was deleted. */
function showStored(
  { conversation: store, runs }: Chat,
  conversationId: string,
  id: string,
  stored: MessageRecord | undefined,
): void {
  const { conversation, messages, status } = store.getState()
  if (conversation.id !== conversationId || status !== 'ready') return
  const current = messages.find((record) => record.id === id)
  if (current === undefined && stored === undefined) return
  if (current !== undefined && runningVersions([current], runs.getState()).length > 0) return
  const others = messages.filter((record) => record.id !== id)
  store.setState({
    messages: [...others, ...(stored === undefined ? [] : [stored])].toSorted(
      (a, b) => a.position - b.position,
    ),
  })
}
