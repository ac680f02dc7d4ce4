import { given } from '../../../../contract/json.ts'
import { FILE_SIZE_LIMIT_BYTES } from '../../../../contract/limits/sizes.ts'
import { pictureMediaType } from '../../../../contract/media/file-type.ts'
import type { FileSource } from '../../storage/images/image-source.ts'
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
