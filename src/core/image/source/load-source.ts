import { given } from '../../../../contract/json.ts'
import { FILE_SIZE_LIMIT_BYTES } from '../../../../contract/limits/sizes.ts'
import { pictureMediaType } from '../../../../contract/media/file-type.ts'
import {
  acquireDraft,
  loadOwnDraft,
  reacquireDraft,
  saveOwnDraft,
} from '../../storage/conversations/answer-lock.ts'
import { storageFault } from '../../storage/db/open-database.ts'
import type { FileSource, ImageSource } from '../../storage/images/image-source.ts'
import {
  findImageSource,
  listImageSources,
  removeImageSource,
  saveImageSource,
} from '../../storage/images/image-sources.ts'
import type { ImageEditor } from '../image-editor.ts'
import { notAnImage, type SourceFix } from './validate-source.ts'

/** Longest side of the small picture, px. */
const THUMBNAIL_SIDE = 640

/** Puts a file into the form and inspects it off the main thread. */
export async function loadSource(
  editor: ImageEditor,
  file: Blob,
  fileName: string,
  more: Pick<FileSource, 'madeFrom' | 'before' | 'again'> = {},
): Promise<void> {
  const { form, source: work } = editor
  const source: FileSource = { kind: 'file', file, fileName, ...more }
  form.setState({ source })
  work.setState({ done: 0 })
  const inspected = await inspect(editor, file)
  // Another source may have been chosen meanwhile.
  if (form.getState().source !== source) return
  form.setState({ source: { ...source, ...inspected } })
  work.setState({ done: undefined })
}

async function inspect(editor: ImageEditor, file: Blob): Promise<Partial<FileSource>> {
  const { pictures } = editor.world
  const options = { onProgress: progressOf(editor) }
  try {
    const facts = await pictures.inspectPicture(
      file,
      THUMBNAIL_SIDE,
      FILE_SIZE_LIMIT_BYTES,
      options,
    )
    if (facts === undefined) return { fault: notAnImage(await file.slice(0, 1024).text()) }
    // The type is what the bytes say, whatever the file claims.
    const type = pictureMediaType(facts.type)
    return file.type === type ? { facts } : { facts, file: new Blob([file], { type }) }
  } catch (error) {
    return { fault: `Couldn't inspect the image. ${error instanceof Error ? error.message : ''}` }
  }
}

function progressOf({ source }: ImageEditor) {
  return (done: number) => source.setState({ done })
}

/** Puts a URL into the form as the source; nothing is fetched by the page. */
export function setSourceUrl({ form }: ImageEditor, url: string): void {
  form.setState({ source: { kind: 'url', url } })
}

/** Leaves the form without a source. */
export function removeSource({ form }: ImageEditor): void {
  form.setState({ source: undefined })
}

/** Writes the source again with a fix; rejects with an Error that says why when the browser cannot. */
export async function applyFix(
  editor: ImageEditor,
  source: FileSource,
  { change }: SourceFix,
): Promise<void> {
  const { form, world, source: work } = editor
  const onProgress = progressOf(editor)
  try {
    onProgress(0)
    const file = await world.pictures.changePicture(source.file, change, { onProgress })
    if (form.getState().source !== source) return
    const stem = source.fileName.replace(/\.[a-z0-9]{1,5}$/i, '')
    const fileName = `${stem === '' ? 'image' : stem}.${change.type === 'jpeg' ? 'jpg' : change.type}`
    const { madeFrom } = source
    await loadSource(editor, file, fileName, { before: source, ...given({ madeFrom }) })
  } finally {
    work.setState({ done: undefined })
  }
}

/** Reverts the last fix of the source. */
export function undoFix({ form }: ImageEditor, { before }: FileSource): void {
  if (before !== undefined) form.setState({ source: before })
}

/** Sources of closed tabs that are stored; older ones go. */
const MAX_SOURCES = 5

const persisted = new WeakSet<ImageEditor>()

/**
 * Restores the source that this tab had before a reload or a crash, or what a tab that is gone left
 * behind, and stores what is chosen from now on; once per editor. Nothing is ever sent by it.
 */
export function persistSource(editor: ImageEditor): void {
  if (persisted.has(editor)) return
  persisted.add(editor)
  void begin(editor)
}

async function begin(editor: ImageEditor): Promise<void> {
  const own = await ownSource(editor).catch((): OwnSource => ({ id: newId(editor) }))
  const { id, stored, isCopy } = own
  if (stored !== undefined && isFree(editor)) await restore(editor, id, stored)
  follow(editor, createSourceWriter(id, isCopy === true ? undefined : stored))
  await deleteOld().catch(() => undefined)
}

/** Whoever chose something meanwhile keeps that. */
function isFree({ form }: ImageEditor): boolean {
  return form.getState().source === undefined
}

interface OwnSource {
  id: string
  stored?: ImageSource | undefined
  /** What is stored is another tab's. */
  isCopy?: boolean
}

async function ownSource(editor: ImageEditor): Promise<OwnSource> {
  const own = loadOwnDraft()
  if (own === undefined) return (await leftBehind(editor)) ?? { id: newId(editor) }
  const stored = await findImageSource(own)
  if (await reacquireDraft(own)) return { id: own, stored }
  // A duplicated tab begins with the same image and goes on by itself.
  return { id: newId(editor), stored, isCopy: true }
}

function newId({ client }: ImageEditor): string {
  const id = client.world.random.uuid()
  saveOwnDraft(id)
  void acquireDraft(id)
  return id
}

/** The latest source that no tab has; this tab's from now on. */
async function leftBehind(editor: ImageEditor): Promise<OwnSource | undefined> {
  for (const id of await listImageSources()) {
    if (!isFree(editor)) return undefined
    if (!(await acquireDraft(id))) continue
    saveOwnDraft(id)
    const stored = await findImageSource(id)
    if (stored !== undefined)
      editor.world.notify('Your image was restored', {
        label: 'Discard',
        run: () => removeSource(editor),
      })
    return { id, stored }
  }
  return undefined
}

async function restore(editor: ImageEditor, id: string, stored: ImageSource): Promise<void> {
  if (!isUninspected(stored)) {
    editor.form.setState({ source: stored })
    return
  }
  const { file, fileName, before, madeFrom, again } = stored
  if (again === true) {
    editor.form.setState({ source: { ...stored, fault: WENT_AWAY } })
    return
  }
  // Stored before: an image that is too much for this device must not end the page for ever.
  await saveImageSource(id, { ...stored, again: true }).catch(() => undefined)
  if (isFree(editor))
    void loadSource(editor, file, fileName, { again: true, ...given({ before, madeFrom }) })
}

function isUninspected(source: ImageSource): source is FileSource {
  return source.kind === 'file' && source.facts === undefined && source.fault === undefined
}

const WENT_AWAY = 'This image closed the page twice. Choose it again, or a smaller one.'

/** Stores one source after the other; of those that come meanwhile, only the latest. */
function follow({ form, source: state }: ImageEditor, write: WriteSource): void {
  let isWriting = false
  const writeLatest = async () => {
    if (isWriting) return
    isWriting = true
    for (;;) {
      const { source } = form.getState()
      const unsaved = await write(source)
      state.setState({ unsaved })
      if (form.getState().source === source) break
    }
    isWriting = false
  }
  form.subscribe((now, before) => {
    if (now.source !== before.source) void writeLatest()
  })
  void writeLatest()
}

async function deleteOld(): Promise<void> {
  for (const id of (await listImageSources()).slice(MAX_SOURCES))
    if (await acquireDraft(id)) await removeImageSource(id)
}

/** Stores the source of the form; resolves with why it cannot, as the end of a sentence. */
type WriteSource = (source: ImageSource | undefined) => Promise<string | undefined>

/**
 * Stores the source of one tab under an id; `stored` is what is there already. When there is no room
 * for an image, what it was before a change stays; another one, which was given up, goes.
 */
export function createSourceWriter(id: string, stored: ImageSource | undefined): WriteSource {
  let last = stored
  const put = async (source: ImageSource) => {
    await saveImageSource(id, source)
    last = source
  }
  const drop = async () => {
    await removeImageSource(id)
    last = undefined
  }
  const write: WriteSource = async (source) => {
    if (source === last) return undefined
    try {
      await (source === undefined ? drop() : put(source))
      return undefined
    } catch (error) {
      const fault = storageFault(error)
      if (source === undefined) return fault
      if (source.kind === 'file' && source.before !== undefined) {
        await write(source.before)
        return fault
      }
      try {
        // Without the other there may be room.
        await drop()
        await put(source)
        return undefined
      } catch {
        return fault
      }
    }
  }
  return write
}
