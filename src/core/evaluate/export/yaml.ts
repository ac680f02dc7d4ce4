import type { JsonValue } from '../../../../contract/json.ts'

/** A value as a YAML document. Strings are quoted as in JSON, so that none of them means anything in YAML. */
export function yaml(value: JsonValue): string {
  return `${block(value, '').trimStart()}\n`
}

/** A text as comment lines. */
export function yamlComment(text: string): string {
  return text
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .map((line) => `# ${line.replace(/\p{Cc}/gu, ' ')}\n`)
    .join('')
}

function block(value: JsonValue, indent: string): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((item) => `\n${indent}- ${block(item, `${indent}  `).trimStart()}`).join('')
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const members = Object.entries(value).flatMap(([name, member]) =>
      member === undefined
        ? []
        : [`\n${indent}${key(name)}:${spaced(block(member, `${indent}  `))}`],
    )
    if (members.length > 0) return members.join('')
  }
  return scalar(value)
}

function spaced(text: string): string {
  return text.startsWith('\n') ? text : ` ${text}`
}

/** Plain where no reader takes it for anything but a string. */
function key(name: string): string {
  return /^(?:id|[A-Za-z_]{3,})$/.test(name) && !/^(?:true|false|null|yes|off)$/i.test(name)
    ? name
    : scalar(name)
}

function scalar(value: JsonValue): string {
  return JSON.stringify(value).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
