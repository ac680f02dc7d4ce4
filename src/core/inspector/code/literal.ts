import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { FileReference, FileReferences } from './file-reference.ts'

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
