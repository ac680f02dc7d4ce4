import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import { whenAnswerEnds } from '../../../core/storage/conversations/answer-lock.ts'
import type {
  AnswerVersion,
  MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import { loadMessage } from '../../../core/storage/conversations/conversations.ts'
import { subscribeMessageChanges } from '../../../core/storage/conversations/message-changes.ts'
import { conversationStore } from './conversation-store.ts'
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

const reading = new Map<string, 'reading' | 'again'>()

/** Shows a message as it is stored, unless an answer to it is being received here. */
async function refresh({
  id,
  conversationId,
}: Pick<MessageRecord, 'id' | 'conversationId'>): Promise<void> {
  if (conversationStore.getState().conversation.id !== conversationId) return
  if (reading.has(id)) {
    reading.set(id, 'again')
    return
  }
  do {
    reading.set(id, 'reading')
    await loadMessage(id).then(
      (stored) => (stored === undefined ? drop(id) : take(stored)),
      () => undefined,
    )
  } while (reading.get(id) === 'again')
  reading.delete(id)
}

/** Takes a message away that another tab deleted; an answer that is received here stays. */
function drop(id: string): void {
  const { live } = runStore.getState()
  conversationStore.setState(({ messages }) => {
    const gone = messages.find((record) => record.id === id)
    const isRunning = gone?.kind === 'answer' && gone.versions.some((version) => version.id in live)
    return gone === undefined || isRunning
      ? {}
      : { messages: messages.filter((record) => record.id !== id) }
  })
}

function take(stored: MessageRecord): void {
  const { conversation, messages, status } = conversationStore.getState()
  if (conversation.id !== stored.conversationId || status !== 'ready') return
  const { live } = runStore.getState()
  const current = messages.find(({ id }) => id === stored.id)
  if (current?.kind === 'answer' && current.versions.some(({ id }) => id in live)) return
  const others = messages.filter(({ id }) => id !== stored.id)
  conversationStore.setState({
    messages: [...others, stored].toSorted((a, b) => a.position - b.position),
  })
}
