import { createStore } from 'zustand/vanilla'

import {
  rememberDraft,
  rememberedDraft,
  takeDraft,
  takeDraftBack,
} from '../../../core/storage/conversations/draft-lock.ts'
import type { KeptSource } from '../../../core/storage/images/image-source.ts'
import {
  findImageSource,
  listImageSources,
  removeImageSource,
  saveImageSource,
} from '../../../core/storage/images/image-sources.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { imageFormStore } from '../image-form-store.ts'
import { isUnseen, type ImageSource } from './image-source.ts'
import { sourceKeeper, type KeepSource } from './source-keeper.ts'
import { dropSource, takeFile } from './take-source.ts'

/** Sources of closed tabs that are kept; older ones go. */
const MAX_SOURCES = 5

/** Why the source in the form is not kept, as the end of a sentence; undefined while it is. */
export const sourceKeepingStore = createStore<{ fault: string | undefined }>(() => ({
  fault: undefined,
}))

let isKept = false

/**
 * Puts back the source that this tab had before a reload or a crash, or what a tab that is gone left
 * behind, and keeps what is chosen from now on. Nothing is ever sent by it.
 */
export function keepSource(): void {
  if (isKept) return
  isKept = true
  void begin()
}

async function begin(): Promise<void> {
  const { id, found, isCopy } = await ownSource().catch((): OwnSource => ({ id: newId() }))
  if (found !== undefined && isFree()) await putBack(id, found)
  follow(sourceKeeper(id, isCopy === true ? undefined : found))
  await forgetOld().catch(() => undefined)
}

/** Whoever chose something meanwhile keeps that. */
function isFree(): boolean {
  return imageFormStore.getState().source === undefined
}

interface OwnSource {
  id: string
  found?: ImageSource | undefined
  /** What was found is another tab's. */
  isCopy?: boolean
}

async function ownSource(): Promise<OwnSource> {
  const own = rememberedDraft('image')
  if (own === undefined) return (await leftBehind()) ?? { id: newId() }
  const found = asSource(await findImageSource(own))
  if (await takeDraftBack(own)) return { id: own, found }
  // A duplicated tab begins with the same picture and goes on by itself.
  return { id: newId(), found, isCopy: true }
}

function newId(): string {
  const id = crypto.randomUUID()
  rememberDraft('image', id)
  void takeDraft(id)
  return id
}

/** The latest source that no tab has; taken. */
async function leftBehind(): Promise<OwnSource | undefined> {
  for (const id of await listImageSources()) {
    if (!isFree()) return undefined
    if (!(await takeDraft(id))) continue
    rememberDraft('image', id)
    const found = asSource(await findImageSource(id))
    if (found !== undefined)
      showToast('The image you had chosen is back', { label: 'Discard', run: dropSource })
    return { id, found }
  }
  return undefined
}

/** What is kept, as it stood in the form. */
function asSource(kept: KeptSource | undefined): ImageSource | undefined {
  // The facts were written by this page.
  return kept as ImageSource | undefined
}

async function putBack(id: string, found: ImageSource): Promise<void> {
  if (!isUnseen(found)) {
    imageFormStore.setState({ source: found })
    return
  }
  const { file, fileName, before, madeFrom, again } = found
  if (again === true) {
    imageFormStore.setState({ source: { ...found, fault: WENT_AWAY } })
    return
  }
  // Noted before: a picture that is too much for this device must not end the page for ever.
  await saveImageSource(id, { ...found, again: true }).catch(() => undefined)
  if (isFree())
    void takeFile(file, fileName, {
      again: true,
      ...(before === undefined ? {} : { before }),
      ...(madeFrom === undefined ? {} : { madeFrom }),
    })
}

const WENT_AWAY =
  'image was not looked at: the page went away over it twice. Choose it again, or a smaller one.'

/** Keeps one source after the other; of those that come meanwhile, only the latest. */
function follow(keep: KeepSource): void {
  let isWriting = false
  const keepLatest = async () => {
    if (isWriting) return
    isWriting = true
    for (;;) {
      const { source } = imageFormStore.getState()
      const fault = await keep(source)
      sourceKeepingStore.setState({ fault })
      if (imageFormStore.getState().source === source) break
    }
    isWriting = false
  }
  imageFormStore.subscribe((now, before) => {
    if (now.source !== before.source) void keepLatest()
  })
  void keepLatest()
}

async function forgetOld(): Promise<void> {
  for (const id of (await listImageSources()).slice(MAX_SOURCES))
    if (await takeDraft(id)) await removeImageSource(id)
}
