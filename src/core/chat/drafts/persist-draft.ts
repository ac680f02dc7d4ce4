import {
  openDrafts,
  type ChatDraft,
  type DraftStorage,
} from '../../storage/conversations/chat-drafts.ts'
import {
  saveOwnDraft,
  loadOwnDraft,
  acquireDraft,
  reacquireDraft,
} from '../../storage/conversations/draft-lock.ts'
import type { Attachment } from '../attachments/attachment.ts'
import { removeAttachments } from '../attachments/edit-attachments.ts'
import type { Chat } from '../chat.ts'
import type { ConversationState } from '../conversation/conversation-state.ts'
import type { RequestDraftText } from '../request/json/request-drafts.ts'
import { draftContent, isEmpty, isNew } from './draft-content.ts'
import { keepDraftsApart, type OtherDrafts } from './other-drafts.ts'
import { prependToDraft } from './outbox.ts'
import { readPending, restoreDraft, type RestoreWorld } from './restore-draft.ts'

/** Drafts of closed tabs that are stored; older ones are removed. */
const MAX_DRAFTS = 20

/** What is being written is stored this long after a change, ms: the most that a crash can lose. */
const SAVE_AFTER_MS = 200

/** What persisting needs besides the chat. */
export interface PersistWorld extends RestoreWorld {
  /** Whether the page was opened to show something else than a draft that a tab left behind. */
  hasOwnContent: () => boolean
  /** Where `pagehide` arrives. */
  window: Pick<EventTarget, 'addEventListener'>
}

/**
 * Restores what this tab had written before a reload or a crash, or what a tab that is gone left
 * behind, and stores what is written from now on. Nothing is ever sent by it.
 */
export async function persistDraft(chat: Chat, world: PersistWorld): Promise<void> {
  const drafts = await openDrafts()
  const { id, found, isLeftBehind } = await ownDraft(chat, world, drafts)
  const stored = found === undefined ? noParts : await drafts.partsOf(found.id)
  const others: OtherDrafts = new Map()
  const placed = found && (await placedDraft(chat, found))
  const putHeldBack = placed && restoreDraft(chat, world, placed, stored, others)
  if (found?.isLeaving === true) beginAgain(chat, found)
  const isOwn = found?.id === id
  if (isOwn && putHeldBack !== undefined) {
    offerPutAside(chat, () => {
      putHeldBack()
      drafts.remove(id).catch(() => undefined)
    })
    follow(chat, world, drafts, newDraft(chat), noParts, others)
  } else {
    if (placed !== undefined && isLeftBehind) offerToDiscard(chat, placed)
    follow(chat, world, drafts, id, isOwn ? stored : noParts, others)
  }
  await removeOld(drafts)
}

/**
 * A draft as it is placed in this page: what was written for a conversation that is not on the screen waits
 * for that one, and goes where that was deleted.
 */
async function placedDraft(chat: Chat, draft: ChatDraft): Promise<ChatDraft> {
  const isThere = async (id: string) => {
    const storage = await chat.world.loadStorage()
    return (await storage.findConversation(id)) !== undefined
  }
  // What cannot be looked up is kept.
  const kept = async ({ conversationId: id }: { conversationId?: string }) =>
    id === undefined || (await isThere(id).catch(() => true))
  const asked = await Promise.all(
    (draft.others ?? []).map(async (other) => ((await kept(other)) ? [other] : [])),
  )
  const others = asked.flat()
  const { conversationId, text, partIds, isLeaving, request, ...more } = draft
  if (conversationId === undefined || isLeaving === true || !(await kept(draft)))
    return { ...draft, others }
  if (conversationId === chat.conversation.getState().conversation.id) return { ...draft, others }
  if (request !== undefined && 'text' in request)
    chat.requestDrafts.setState({ [conversationId]: request as RequestDraftText })
  const own = text === '' && partIds.length === 0 ? [] : [{ conversationId, text, partIds }]
  return { ...more, text: '', partIds: [], others: [...others, ...own] }
}

/** Shows a conversation that was left before it was stored as the new one it was, not as missing. */
function beginAgain(chat: Chat, { conversationId, setup }: ChatDraft): void {
  const check = ({ conversation, status }: ConversationState) => {
    const isThis = conversation.id === conversationId
    if (isThis && status === 'loading') return
    stop()
    if (isThis && status === 'missing')
      chat.conversation.setState({ conversation: { ...conversation, ...setup }, status: 'ready' })
  }
  const stop = chat.conversation.subscribe(check)
  check(chat.conversation.getState())
}

/** Says that a draft was left as it is stored, for a tab that is opened later, and offers it here. */
function offerPutAside(chat: Chat, putHeldBack: () => void): void {
  chat.world.notify('Your previous draft was saved for the next tab', {
    label: 'Insert draft',
    run: putHeldBack,
  })
}

function offerToDiscard(chat: Chat, { text, partIds }: ChatDraft): void {
  if (text === '' && partIds.length === 0) return
  const run = () => discard(chat)
  chat.world.notify('Draft restored', { label: 'Discard', run })
}

const noParts: ReadonlyMap<string, object> = new Map()

interface OwnDraft {
  id: string
  found?: ChatDraft
  /** By a tab that is gone. */
  isLeftBehind?: boolean
}

async function ownDraft(chat: Chat, world: PersistWorld, drafts: DraftStorage): Promise<OwnDraft> {
  const own = loadOwnDraft('chat')
  const found = own === undefined ? undefined : await drafts.find(own)
  if (own !== undefined && (await reacquireDraft(own)))
    return { id: own, ...(found === undefined ? {} : { found }) }
  // A duplicated tab begins with the same words and goes on by itself.
  if (found !== undefined) return { id: newDraft(chat), found }
  const left = own === undefined ? await leftBehind(chat, world, drafts) : undefined
  if (left === undefined) return { id: newDraft(chat) }
  saveOwnDraft('chat', left.id)
  return { id: left.id, found: left, isLeftBehind: true }
}

function newDraft(chat: Chat): string {
  const id = chat.client.world.random.uuid()
  saveOwnDraft('chat', id)
  void acquireDraft(id)
  return id
}

/** The latest draft that no tab has and that fits here; acquired. A tab that has words needs none. */
async function leftBehind(
  chat: Chat,
  { hasOwnContent }: PersistWorld,
  drafts: DraftStorage,
): Promise<ChatDraft | undefined> {
  if (chat.draft.getState().text !== '' || hasOwnContent()) return undefined
  const { id: openId } = chat.conversation.getState().conversation
  for (const draft of await drafts.list()) {
    const fits = isNew(chat) || draft.conversationId === openId
    if (fits && (await acquireDraft(draft.id))) return draft
  }
  return undefined
}

/** Empties the message; what was typed since the draft came back may be wanted. */
function discard(chat: Chat): void {
  const { text } = chat.draft.getState()
  const ids = chat.attachments.getState().list.map(({ id }) => id)
  const restore = removeAttachments(chat, ids)
  chat.draft.setState({ text: '' })
  chat.world.notify('Draft discarded', {
    label: 'Undo',
    run: () => {
      prependToDraft(chat, text)
      restore()
    },
  })
}

function follow(
  chat: Chat,
  { media, window }: PersistWorld,
  drafts: DraftStorage,
  id: string,
  known: ReadonlyMap<string, object>,
  others: OtherDrafts,
): void {
  const saveAttachments = attachmentSaver(chat, drafts, id, known)
  let isStored = known !== noParts
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const content = draftContent(chat, others)
    // What is in the outbox is still needed until it is stored elsewhere.
    if (chat.draft.getState().pending.length === 0)
      saveAttachments([
        ...chat.attachments.getState().list,
        ...[...others.values()].flatMap(({ list }) => list),
      ])
    if (isEmpty(content) && !isStored) return
    isStored = !isEmpty(content)
    const savedAt = chat.client.world.clock.now()
    const written = isStored ? drafts.save({ ...content, id, savedAt }) : drafts.remove(id)
    // Without room it lasts as long as the page; sending says what cannot be stored.
    written.catch(() => undefined)
  }
  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS)
  }
  keepDraftsApart(chat, others, (list) => readPending(chat, media, list))
  chat.draft.subscribe((now, before) => {
    if (now.text === '' || now.pending !== before.pending) save()
    else saveSoon()
  })
  chat.attachments.subscribe((now, before) => {
    if (now.list !== before.list) saveSoon()
  })
  chat.conversation.subscribe((now, before) => {
    if (now.conversation !== before.conversation) saveSoon()
  })
  for (const store of [chat.editors, chat.requestDrafts]) store.subscribe(saveSoon)
  const { document } = chat.world
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
  })
  window.addEventListener('pagehide', save)
  save()
}

/** Saves attachments, each once: only what is not `known`, or changed since, is written. */
function attachmentSaver(
  chat: Chat,
  drafts: DraftStorage,
  draftId: string,
  known: ReadonlyMap<string, object>,
): (list: readonly Attachment[]) => void {
  let stored = known
  let isRefused = false
  return (list) => {
    const next = new Map(list.map((one) => [one.id, one]))
    const changed = list.filter((one) => stored.get(one.id) !== one)
    const removed = [...stored.keys()].filter((id) => !next.has(id))
    stored = next
    if (changed.length === 0 && removed.length === 0) return
    const records = changed.map((part) => ({ id: part.id, part }))
    drafts.saveParts(draftId, records, removed).then(
      () => {
        isRefused = false
      },
      () => {
        if (isRefused) return
        isRefused = true
        chat.world.notify('Not enough storage for the attachments: a reload will lose them.')
      },
    )
  }
}

async function removeOld(drafts: DraftStorage): Promise<void> {
  for (const { id } of (await drafts.list()).slice(MAX_DRAFTS))
    if (await acquireDraft(id)) await drafts.remove(id)
}
