import { eachString } from '../../../../contract/json-text.ts'
import type { Exchange, ExchangeFormField } from '../../client/exchanges/exchange.ts'
import { type EmbeddedData, embeddedData } from '../body/embedded-data.ts'

/** A file that code reads where the request held its base64. */
export interface FileReference extends EmbeddedData {
  /** Letters, digits, `.`, `_` and `-` only, so it needs no quoting in any language. */
  fileName: string
}

/** Embedded strings of a body by their text; the same text twice is one file. */
export type FileReferences = ReadonlyMap<string, FileReference>

type EmbeddedIn = Pick<Exchange['request'], 'body' | 'fileNames'>

/** The embedded files of a body, each with a file name of its own: the one that a person chose, where it is known. */
export function fileReferences({ body, fileNames = {} }: EmbeddedIn): FileReferences {
  const files = new Map<string, FileReference>()
  const taken = new Set<string>()
  eachString(body, (text, { key, owner, path }) => {
    if (files.has(text)) return
    const data = embeddedData(text, key)
    if (data === undefined) return
    const given = givenName(owner['filename']) ?? givenName(fileNames[path])
    const fileName = freeName(given ?? nameFor(data, key, owner), taken)
    taken.add(fileName)
    files.set(text, { ...data, fileName })
  })
  return files
}

/** A field of a form as code writes it; a file is read from beside the code. */
export type CodeFormField =
  | { name: string; text: string }
  | {
      name: string
      /** Letters, digits, `.`, `_` and `-` only; its own among the files of the form. */
      fileName: string
      /** Letters, digits and `/.+-` only. */
      mediaType: string
      bytes: number
    }

/** The fields of a form that was sent, its files under names that need no quoting. */
export function formFields(form: readonly ExchangeFormField[]): CodeFormField[] {
  const taken = new Set<string>()
  return form.map((field) => {
    if ('text' in field) return field
    const { name, bytes } = field
    const mediaType = /^[a-z0-9]+\/[a-z0-9.+-]+$/i.test(field.mediaType)
      ? field.mediaType
      : 'application/octet-stream'
    const fileName = freeName(givenName(field.fileName) ?? 'file.bin', taken)
    taken.add(fileName)
    return { name, fileName, mediaType, bytes }
  })
}

/** The last part of a given path in safe characters; it may not start like an option or be hidden. */
function givenName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const safe = (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 80)
  return safe === '' ? undefined : safe
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  mpeg: 'mp3',
  quicktime: 'mov',
  plain: 'txt',
}

function nameFor(
  { mediaType }: EmbeddedData,
  key: string,
  owner: Readonly<Record<string, unknown>>,
) {
  const [kind = '', subtype = ''] = mediaType?.split('/') ?? []
  const isMedia = kind === 'image' || kind === 'audio' || kind === 'video'
  const { format } = owner
  if (mediaType === undefined && key === 'data' && typeof format === 'string')
    return `audio.${extension(format)}`
  if (mediaType === undefined) return key === 'image' || key === 'mask' ? `${key}.png` : 'file.bin'
  return `${isMedia ? kind : 'file'}.${EXTENSIONS[subtype] ?? extension(subtype)}`
}

function extension(text: string): string {
  return /^[a-z0-9]{1,8}$/.test(text) ? text : 'bin'
}

/** The name itself, or `name-2.png`, `name-3.png` where it is taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${stem}-${number}${end}`
  return free
}
