import {
  openDrafts,
  TAB_TEXT,
  type ChatDraft,
  type DraftStorage,
} from '../../storage/conversations/chat-drafts.ts'
import type { TextStorage } from '../../storage/db/browser-storage.ts'
import type { Attachment } from '../attachments/attachment.ts'
import type { Chat } from '../chat.ts'
import type { ConversationState } from '../conversation/conversation-state.ts'
import {
  draftContent,
  edits,
  isEmpty,
  isNew,
  restoreDraft,
  type RestoreWorld,
} from './draft-content.ts'
import { joinTexts } from './outbox.ts'

/** Drafts that are stored; older ones are removed. */
const MAX_DRAFTS = 20

/** What is being written is stored this long after a change, ms: the most that a crash can lose. */
const SAVE_AFTER_MS = 200

/** The draft for a new chat; every other one has the id of its conversation. */
const NEW = 'new'

/** Ends the id of a draft that something else was written in the place of. */
const EARLIER = ' earlier'

/** What persisting needs besides the chat. */
export interface PersistWorld extends RestoreWorld {
  /** Where `pagehide` arrives. */
  window: Pick<EventTarget, 'addEventListener'>
  /** What lasts as long as this tab. */
  tab: Pick<TextStorage, 'load' | 'save' | 'remove'>
}

/**
 * Restores what was written for the conversation on the screen, each time that another comes to it, and
 * stores what is written from now on: one draft for each conversation, and one for a new chat. Nothing is
 * ever sent by it.
 */
export async function persistDraft(chat: Chat, world: PersistWorld): Promise<void> {
  const drafts = await openDrafts()
  await placeDraftsOfTabs(drafts)
  /** Under which id the draft on the screen is stored. */
  let place = ''
  let saveParts = partSaver(chat, drafts, place, noParts)
  let isStored = false
  let isLoading = true
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = (id: string, content: ReturnType<typeof draftContent>) => {
    const savedAt = chat.client.world.clock.now()
    const conversationId = id.replace(EARLIER, '')
    const draft = { ...content, ...(conversationId === NEW ? {} : { conversationId }), id, savedAt }
    const written = isEmpty(content) ? drafts.remove(id) : drafts.save(draft)
    // Without room it lasts as long as the page; sending says what cannot be stored.
    written.catch(() => undefined)
  }
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    if (isLoading) return
    const content = draftContent(chat)
    const { text, pending } = chat.draft.getState()
    if (place === NEW && text !== '') world.tab.save(TAB_TEXT, text)
    else if (place === NEW) world.tab.remove(TAB_TEXT)
    // What is in the outbox is still needed until it is stored elsewhere.
    if (pending.length === 0) saveParts(chat.attachments.getState().list)
    if (isStored || !isEmpty(content)) write(place, content)
    isStored = !isEmpty(content)
  }
  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS)
  }
  // Only what changed here: another tab may have written on, or sent it.
  const saveChanged = () => {
    if (timer !== undefined) save()
  }

  const load = async () => {
    const at = placeOf(chat.conversation.getState())
    place = at
    isLoading = true
    isStored = false
    saveParts = partSaver(chat, drafts, at, noParts)
    const shared = await findDraft(drafts, at)
    const found = at === NEW ? withText(shared, world.tab.load(TAB_TEXT)) : shared
    const stored = found === undefined ? noParts : await drafts.partsOf(found.id)
    if (place !== at || !isLoading) return
    const putHeldBack = found && restoreDraft(chat, world, found, stored)
    if (found?.isLeaving === true) beginAgain(chat, found)
    const earlier = at + EARLIER
    const isHere = found?.id === at && putHeldBack === undefined
    if (found !== undefined && putHeldBack !== undefined) {
      if (found.id !== earlier) await moveDraft(drafts, found, stored, earlier)
      chat.world.notify('An earlier draft was kept', {
        label: 'Insert draft',
        run: () => {
          putHeldBack()
          drafts.remove(earlier).catch(() => undefined)
        },
      })
    }
    if (place !== at) return
    isLoading = false
    isStored = isHere
    if (isHere) {
      saveParts = partSaver(chat, drafts, at, stored)
      clearTimeout(timer)
      timer = undefined
      return
    }
    save()
    if (found !== undefined && putHeldBack === undefined) await drafts.remove(found.id)
  }

  /** Puts away what was written for a conversation as another comes to the screen. */
  const leave = (before: ConversationState) => {
    const { text, pending } = chat.draft.getState()
    const { list } = chat.attachments.getState()
    // What is on its way into a conversation stays attached until it is there.
    const isLeaving = ({ id }: Attachment) =>
      pending.some(({ attachmentIds }) => attachmentIds.includes(id))
    const own = list.filter((one) => !isLeaving(one))
    const content = { text, partIds: own.map(({ id }) => id), ...edits(chat, before) }
    // What is stored there and could not be restored yet stays.
    const left = isLoading ? place + EARLIER : place
    const saveLeft = isLoading ? partSaver(chat, drafts, left, noParts) : saveParts
    const wasStored = isStored
    const put = () => {
      saveLeft(own)
      if (wasStored || !isEmpty(content)) write(left, content)
    }
    isLoading = true
    if (pending.length === 0) put()
    else void chat.writer.settled().then(() => place !== left && put())
    chat.attachments.setState({ list: list.filter(isLeaving) })
    chat.draft.setState({ text: '' })
  }

  /** A new chat that holds something now has a draft of its own. */
  const settle = () => {
    const at = placeOf(chat.conversation.getState())
    if (isLoading || place !== NEW || at === NEW || chat.draft.getState().pending.length > 0) return
    drafts.remove(place).catch(() => undefined)
    world.tab.remove(TAB_TEXT)
    place = at
    saveParts = partSaver(chat, drafts, at, noParts)
    isStored = false
    save()
  }

  const loaded = load()
  chat.conversation.subscribe((now, before) => {
    if (now.conversation.id === before.conversation.id) settle()
    else if (placeOf(now) !== place) {
      leave(before)
      load().catch(() => {
        isLoading = false
      })
    }
    if (now.conversation !== before.conversation) saveSoon()
  })
  chat.draft.subscribe((now, before) => {
    if (now.pending !== before.pending) settle()
    if (now.text === '' || now.pending !== before.pending) save()
    else saveSoon()
  })
  chat.attachments.subscribe((now, before) => {
    if (now.list !== before.list) saveSoon()
  })
  for (const store of [chat.editors, chat.requestDrafts]) store.subscribe(saveSoon)
  const { document } = chat.world
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveChanged()
  })
  world.window.addEventListener('pagehide', saveChanged)
  await loaded
  await removeOld(chat, drafts)
}

const noParts: ReadonlyMap<string, object> = new Map()

function placeOf(state: ConversationState): string {
  return isNew(state) ? NEW : state.conversation.id
}

/** The draft of a place; that of a conversation that was never stored was written in a new chat. */
async function findDraft(drafts: DraftStorage, place: string): Promise<ChatDraft | undefined> {
  const found = await drafts.find(place)
  if (found !== undefined || place === NEW) return found ?? drafts.find(place + EARLIER)
  const left = await drafts.find(NEW)
  return left?.conversationId === place ? left : drafts.find(place + EARLIER)
}

/** The draft of a new chat with what this tab wrote last, whoever wrote the draft; what is being sent stays as it is. */
function withText(shared: ChatDraft | undefined, text: string | undefined): ChatDraft | undefined {
  if (text === undefined || shared?.isLeaving === true) return shared
  const draft = shared?.id === NEW ? shared : { id: NEW, savedAt: 0, partIds: [] }
  return { ...draft, text }
}

/** Shows a conversation that was left before it was stored as the new one it was, not as missing. */
function beginAgain(chat: Chat, { conversationId, setup }: ChatDraft): void {
  const check = ({ conversation, status }: ConversationState) => {
    const isThis = conversation.id === conversationId
    if (isThis && (status === 'loading' || status === 'unreadable')) return
    stop()
    if (isThis && status === 'missing')
      chat.conversation.setState({ conversation: { ...conversation, ...setup }, status: 'ready' })
  }
  const stop = chat.conversation.subscribe(check)
  check(chat.conversation.getState())
}

/** Saves attachments, each once: only what is not `known`, or changed since, is written. */
function partSaver(
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

async function moveDraft(
  drafts: DraftStorage,
  { id, ...draft }: ChatDraft,
  parts: ReadonlyMap<string, object>,
  to: string,
): Promise<void> {
  await drafts.saveParts(
    to,
    [...parts].map(([partId, part]) => ({ id: partId, part })),
    [],
  )
  await drafts.save({ ...draft, id: to })
  await drafts.remove(id)
}

/** Earlier versions had a draft for each tab, with what was written for other conversations in it. */
async function placeDraftsOfTabs(drafts: DraftStorage): Promise<void> {
  for (const { others = [], ...old } of await drafts.list()) {
    const { id, conversationId, isLeaving } = old
    if (id === NEW || id === conversationId || id.endsWith(EARLIER)) continue
    const parts = await drafts.partsOf(id)
    for (const draft of [old, ...others.map((other) => ({ ...other, id, savedAt: old.savedAt }))]) {
      const isFirst = draft === old && isLeaving === true
      const place = isFirst ? NEW : (draft.conversationId ?? NEW)
      const there = await drafts.find(place)
      const text = joinTexts(there?.text ?? '', draft.text)
      const partIds = [...(there?.partIds ?? []), ...draft.partIds]
      await moveDraft(drafts, { ...draft, ...there, id, text, partIds }, parts, place)
    }
  }
}

/** Removes the oldest drafts, and those of conversations that were deleted. */
async function removeOld(chat: Chat, drafts: DraftStorage): Promise<void> {
  for (const [index, { id, conversationId }] of (await drafts.list()).entries()) {
    const isGone = async () => {
      if (id === NEW || conversationId === undefined) return false
      if (conversationId === chat.conversation.getState().conversation.id) return false
      const storage = await chat.world.loadStorage()
      return (await storage.findConversation(conversationId)) === undefined
    }
    // What cannot be looked up is kept.
    if (index >= MAX_DRAFTS || (await isGone().catch(() => false))) await drafts.remove(id)
  }
}
