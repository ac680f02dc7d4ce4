import { pictureMediaType } from '../../../../contract/media/picture-type.ts'
import { fileName as safeName } from '../../format/file-name.ts'
import type { ImageRun, KeptPicture } from '../../storage/images/image-run.ts'
import { textField } from '../form.ts'
import type { ImageWorld } from '../image-editor.ts'

/** Longest side of the small picture in the log, px. */
const THUMBNAIL_SIDE = 320

/** Reads what the bytes of a response are, whatever its content type claims. */
export async function readResult(
  { inspectPicture }: Pick<ImageWorld['pictures'], 'inspectPicture'>,
  run: ImageRun,
  file: Blob,
): Promise<KeptPicture> {
  const facts = await inspectPicture(file, THUMBNAIL_SIDE).catch(() => undefined)
  const name = resultName(run)
  if (facts === undefined)
    return {
      // Never a type that a browser would run.
      file: new Blob([file], { type: 'application/octet-stream' }),
      fileName: `${name}.bin`,
    }
  const { type, shown, size, thumbnail } = facts
  const sides = shown ?? size
  return {
    file: new Blob([file], { type: pictureMediaType(type) }),
    fileName: `${name}.${type === 'jpeg' ? 'jpg' : type}`,
    type,
    ...(sides === undefined ? {} : { width: sides.width, height: sides.height }),
    ...(thumbnail === undefined ? {} : { thumbnail }),
  }
}

/** `cat-edited-2k`: after the source, with the tier where one was asked for. */
function resultName({ source, fields }: ImageRun): string {
  const given = source.kind === 'file' ? source.fileName : (source.url.split(/[/?#]/).at(-1) ?? '')
  const stem = given.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/(?:-edited(?:-\w+)?)+$/, '')
  const tier = textField(fields, 'resolution').toLowerCase()
  return `${safeName(stem, 'image')}-edited${/^\w+$/.test(tier) ? `-${tier}` : ''}`
}
