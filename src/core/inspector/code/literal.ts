import { eachString } from '../../../../contract/json-text.ts'
import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { Exchange, ExchangeFormField } from '../../client/exchanges/exchange.ts'
import { type EmbeddedData, embeddedData } from '../body/embedded-data.ts'

/** How a language writes JSON data. */
export interface LiteralStyle {
  /** Spaces per level. */
  indent: number
  /** What stands inside the braces of an object on one line. */
  padding: '' | ' '
  /** A comma after the last entry of a list or object on several lines. */
  trailingComma: boolean
  words: { true: string; false: string; null: string }
  text(value: string): string
  key(name: string): string
  /** An expression that reads the file and gives the string that stood in the body. */
  file(file: FileReference): string
}

/** Lines are broken when an entry would go over this column. */
const WIDTH = 72

/** Characters that reorder or hide text: code must show them. */
const INVISIBLE =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/**
 * A string in double quotes that JSON, JavaScript and Python all read as the same text. Control and
 * invisible characters, bidirectional ones among them, are written as `\uXXXX`.
 */
export function quotedText(text: string): string {
  return JSON.stringify(text).replace(
    INVISIBLE,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Writes a JSON value as a literal of a language. Members that are `undefined` are left out, as JSON
 * does. Embedded files become expressions that read them.
 * @param level how deep the literal stands in the code around it
 */
export function writeLiteral(
  value: JsonValue,
  style: LiteralStyle,
  files: FileReferences,
  level = 0,
): string {
  if (typeof value === 'string') {
    const file = files.get(value)
    return file === undefined ? style.text(value) : style.file(file)
  }
  if (typeof value === 'boolean') return style.words[value ? 'true' : 'false']
  if (value === null) return style.words.null
  if (Array.isArray(value)) {
    const items = value.map((item) => writeLiteral(item, style, files, level + 1))
    return bracketed('[]', items, { ...style, padding: '' }, level)
  }
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined
      ? []
      : [`${style.key(name)}: ${writeLiteral(member, style, files, level + 1)}`],
  )
  return bracketed('{}', members, style, level)
}

function bracketed(
  [open = '', close = '']: string,
  entries: readonly string[],
  { indent, padding, trailingComma }: LiteralStyle,
  level: number,
): string {
  if (entries.length === 0) return open + close
  const width = entries.reduce((sum, entry) => sum + entry.length + 2, level * indent + 2)
  if (width <= WIDTH && entries.every((entry) => !entry.includes('\n')))
    return open + padding + entries.join(', ') + padding + close
  const inner = ' '.repeat((level + 1) * indent)
  const last = trailingComma ? ',' : ''
  return `${open}\n${inner}${entries.join(`,\n${inner}`)}${last}\n${' '.repeat(level * indent)}${close}`
}

/** JSON, as curl sends it; `text` is what the shell around it needs done to a quoted string. */
export function jsonStyle(
  text: (quoted: string) => string,
  file: LiteralStyle['file'],
): LiteralStyle {
  return {
    indent: 2,
    padding: ' ',
    trailingComma: false,
    words: { true: 'true', false: 'false', null: 'null' },
    text: (value) => text(quotedText(value)),
    key: (name) => text(quotedText(name)),
    file,
  }
}

/** JavaScript, with Node's `readFileSync` for files. */
export const javascriptStyle: LiteralStyle = {
  indent: 2,
  padding: ' ',
  trailingComma: true,
  words: { true: 'true', false: 'false', null: 'null' },
  text: quotedText,
  // `{ "__proto__": x }` sets the prototype; only a computed key makes it a member.
  key: (name) =>
    name === '__proto__'
      ? '["__proto__"]'
      : /^[A-Za-z_$][\w$]*$/.test(name)
        ? name
        : quotedText(name),
  file: ({ prefix, fileName }) =>
    prefix === ''
      ? `readFileSync("${fileName}", "base64")`
      : `\`${prefix}\${readFileSync("${fileName}", "base64")}\``,
}

/** Python, with `base64` for files. */
export const pythonStyle: LiteralStyle = {
  indent: 4,
  padding: '',
  trailingComma: true,
  words: { true: 'True', false: 'False', null: 'None' },
  text: quotedText,
  key: quotedText,
  file: ({ prefix, fileName }) =>
    `${prefix === '' ? '' : `"${prefix}" + `}base64.b64encode(open("${fileName}", "rb").read()).decode()`,
}

/** A file that code reads where the request held its base64. */
interface FileReference extends EmbeddedData {
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
