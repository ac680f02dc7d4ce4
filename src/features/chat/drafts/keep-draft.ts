import type { ConversationState } from '../../../core/chat/conversation/conversation-state.ts'
import {
  openDrafts,
  type ChatDraft,
  type DraftStorage,
} from '../../../core/storage/conversations/chat-drafts.ts'
import {
  rememberDraft,
  rememberedDraft,
  takeDraft,
  takeDraftBack,
} from '../../../core/storage/conversations/draft-lock.ts'
import { chat } from '../../../page/chat.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { draftPartsStore } from '../attachments/draft/draft-parts-store.ts'
import { removeParts } from '../attachments/draft/edit-draft.ts'
import { draftTextStore, putInFront, setDraftText } from '../composer/draft-text-store.ts'
import { requestDrafts } from '../request-json/request-drafts.ts'
import { draftContent, isEmpty, isNew } from './draft-content.ts'
import { partsKeeper } from './parts-keeper.ts'
import { restoreDraft } from './restore-draft.ts'

/** Drafts of closed tabs that are kept; older ones go. */
const MAX_DRAFTS = 20

/** What is being written is stored this long after a change, ms: the most that a crash can lose. */
const SAVE_AFTER_MS = 200

/**
 * Puts back what this tab had written before a reload or a crash, or what a tab that is gone left
 * behind, and keeps what is written from now on. Nothing is ever sent by it.
 */
export async function keepDraft(): Promise<void> {
  const drafts = await openDrafts()
  const { id, found, isLeftBehind } = await ownDraft(drafts)
  const stored = found === undefined ? noParts : await drafts.partsOf(found.id)
  const putHeldBack = found === undefined ? undefined : restoreDraft(found, stored)
  if (found?.isLeaving === true) beginAgain(found)
  const isOwn = found?.id === id
  if (isOwn && putHeldBack !== undefined) {
    offerPutAside(() => {
      putHeldBack()
      drafts.remove(id).catch(() => undefined)
    })
    follow(drafts, newId(), noParts)
  } else {
    if (found !== undefined && isLeftBehind) offerToDiscard(found)
    follow(drafts, id, isOwn ? stored : noParts)
  }
  await forgetOld(drafts)
}

/** Shows a conversation that was left before it was stored as the new one it was, not as missing. */
function beginAgain({ conversationId, setup }: ChatDraft): void {
  const look = ({ conversation, status }: ConversationState) => {
    const isThis = conversation.id === conversationId
    if (isThis && status === 'loading') return
    stop()
    if (isThis && status === 'missing')
      chat.conversation.setState({ conversation: { ...conversation, ...setup }, status: 'ready' })
  }
  const stop = chat.conversation.subscribe(look)
  look(chat.conversation.getState())
}

/** Says that a draft was left as it is stored, for a tab that is opened later, and offers it here. */
function offerPutAside(putHeldBack: () => void): void {
  showToast('What you were writing before is kept for the next tab', {
    label: 'Put it in front',
    run: putHeldBack,
  })
}

function offerToDiscard({ text, partIds }: ChatDraft): void {
  if (text !== '' || partIds.length > 0)
    showToast('What you were writing is back', { label: 'Discard', run: discard })
}

const noParts: ReadonlyMap<string, object> = new Map()

interface OwnDraft {
  id: string
  found?: ChatDraft
  /** By a tab that is gone. */
  isLeftBehind?: boolean
}

async function ownDraft(drafts: DraftStorage): Promise<OwnDraft> {
  const own = rememberedDraft('chat')
  const found = own === undefined ? undefined : await drafts.find(own)
  if (own !== undefined && (await takeDraftBack(own)))
    return { id: own, ...(found === undefined ? {} : { found }) }
  // A duplicated tab begins with the same words and goes on by itself.
  if (found !== undefined) return { id: newId(), found }
  const left = own === undefined ? await leftBehind(drafts) : undefined
  if (left === undefined) return { id: newId() }
  rememberDraft('chat', left.id)
  return { id: left.id, found: left, isLeftBehind: true }
}

function newId(): string {
  const id = crypto.randomUUID()
  rememberDraft('chat', id)
  void takeDraft(id)
  return id
}

/** The latest draft that no tab has and that fits here; taken. A tab that has words needs none. */
async function leftBehind(drafts: DraftStorage): Promise<ChatDraft | undefined> {
  if (draftTextStore.getState().text !== '' || location.hash !== '') return undefined
  const { id: openId } = chat.conversation.getState().conversation
  for (const draft of await drafts.list()) {
    const fits = isNew() || draft.conversationId === openId
    if (fits && (await takeDraft(draft.id))) return draft
  }
  return undefined
}

/** Empties the message; what was typed since the draft came back may be wanted. */
function discard(): void {
  const { text } = draftTextStore.getState()
  const restoreParts = removeParts(draftPartsStore.getState().parts.map(({ id }) => id))
  setDraftText('')
  showToast('Discarded', {
    label: 'Undo',
    run: () => {
      putInFront(text)
      restoreParts()
    },
  })
}

function follow(drafts: DraftStorage, id: string, known: ReadonlyMap<string, object>): void {
  const parts = partsKeeper(drafts, id, known)
  let isStored = known !== noParts
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const content = draftContent()
    // What is leaving is still needed until it is stored elsewhere.
    if (draftTextStore.getState().leaving.length === 0) parts.keep(draftPartsStore.getState().parts)
    if (isEmpty(content) && !isStored) return
    isStored = !isEmpty(content)
    const written = isStored
      ? drafts.save({ ...content, id, savedAt: Date.now() })
      : drafts.remove(id)
    // Without room it lasts as long as the page; sending says what cannot be stored.
    written.catch(() => undefined)
  }
  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS)
  }
  draftTextStore.subscribe((now, before) => {
    if (now.text === '' || now.leaving !== before.leaving) save()
    else saveSoon()
  })
  draftPartsStore.subscribe((now, before) => {
    if (now.parts !== before.parts) saveSoon()
  })
  chat.conversation.subscribe((now, before) => {
    if (now.conversation !== before.conversation) saveSoon()
  })
  for (const store of [chat.editors, requestDrafts, chat.comparison]) store.subscribe(saveSoon)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
  })
  window.addEventListener('pagehide', save)
  save()
}

async function forgetOld(drafts: DraftStorage): Promise<void> {
  for (const { id } of (await drafts.list()).slice(MAX_DRAFTS))
    if (await takeDraft(id)) await drafts.remove(id)
}
