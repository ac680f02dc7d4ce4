import { isSettled } from '../../../../contract/chat/answer.ts'
import { whenFree } from '../../journal/hold.ts'
import { answerLock } from '../../storage/conversations/answer-lock.ts'
import type { AnswerVersion, MessageRecord } from '../../storage/conversations/conversation.ts'
import type { MessageChange } from '../../storage/conversations/conversations.ts'
import type { Chat, ConversationStorage } from '../chat.ts'
import { runningVersions, type RunState } from '../responses/runs.ts'

/**
 * Keeps the conversation on the screen in step with what other tabs do to it as a whole: a new model
 * or settings are taken over, and a deletion shows at once, or when the answer that is being received
 * here is through. Returns the way to stop.
 */
export function syncConversation(chat: Chat): () => void {
  const { conversation: store, runs, writer, world } = chat
  const look = () => {
    const { id } = store.getState().conversation
    // After the writes under way: one that is not stored yet must not pass for a deleted one.
    void writer.afterWrites(id, async () => {
      const { conversation, messages, status, unsaved } = store.getState()
      if (conversation.id !== id || status !== 'ready' || unsaved || messages.length === 0) return
      if (runningVersions(messages, runs.getState()).length > 0) return
      const stored = await world
        .loadStorage()
        .then((storage) => storage.findConversation(id))
        .catch(() => conversation)
      // What changed here meanwhile is still to be written, and is the later one.
      if (store.getState().conversation.id !== id || writer.isUnwritten(id)) return
      if (stored === undefined) store.setState({ status: 'deleted' })
      else if (stored.updatedAt > conversation.updatedAt) store.setState({ conversation: stored })
    })
  }
  const stopFollowing = whenStorageLoads(chat, (storage) => [
    storage.followOtherTabsConversations(look),
    // A conversation that was deleted leaves room for what could not be stored.
    storage.subscribeConversations(() => writer.retryUnsaved()),
  ])
  const stopWaiting = runs.subscribe((state) => {
    if (runningVersions(store.getState().messages, state).length === 0) look()
  })
  return () => {
    stopFollowing()
    stopWaiting()
  }
}

/** Shows a deleted conversation again once another tab has brought it back. Returns the way to stop. */
export function syncReturn(chat: Chat): () => void {
  const { getState, setState } = chat.conversation
  return whenStorageLoads(chat, (storage) => [
    storage.followOtherTabsConversations(() => {
      const { conversation, status } = getState()
      const { id } = conversation
      if (status === 'ready' || status === 'loading') return
      void storage.loadConversation(id).then(
        (stored) => {
          if (stored === undefined || getState().conversation.id !== id) return
          const loaded = chat.writer.withUnwritten(id, stored)
          if (status === 'deleted') void writeReturned(chat)
          else setState({ ...loaded, status: 'ready' })
        },
        () => undefined,
      )
    }),
  ])
}

/**
 * What is here is all that was deleted, and the end of an answer that came in since. Meanwhile it may
 * be deleted again.
 */
async function writeReturned({ conversation: store, writer }: Chat): Promise<void> {
  const { conversation, messages } = store.getState()
  const { id: conversationId } = conversation
  store.setState({ status: 'ready' })
  const outcome = await writer.write({ conversationId, conversation, saved: messages, deleted: [] })
  if (outcome === 'deleted' && store.getState().conversation.id === conversationId)
    store.setState({ status: 'deleted' })
}

/** Stores a conversation again, all of it, that another tab deleted. */
export async function restoreDeleted({ conversation: store, writer }: Chat): Promise<void> {
  const { conversation, messages } = store.getState()
  store.setState({ status: 'ready' })
  await writer.create({ conversation, messages: [...messages] })
}

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

/**
 * Subscribes to the storage once its code is there; where it cannot be fetched there is nothing to
 * hear of it. Returns the way to stop, before that or after.
 */
function whenStorageLoads(
  { world }: Chat,
  subscribe: (storage: ConversationStorage) => readonly (() => void)[],
): () => void {
  let isStopped = false
  let stops: readonly (() => void)[] = []
  world.loadStorage().then(
    (storage) => {
      if (!isStopped) stops = subscribe(storage)
    },
    () => undefined,
  )
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}
