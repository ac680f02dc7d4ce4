import { variableNames } from '../../chat/request/variables.ts'

/** What the variables of a board are called in promptfoo, whose templates read `a.b` and `a-b` as expressions. */
export type VariableNames = ReadonlyMap<string, string>

/** Names that are different from each other and valid in templates. */
export function promptfooNames(names: Iterable<string>): VariableNames {
  const renamed = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of names) {
    const base = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')
    let free = RESERVED.test(base) ? `${base}_` : base
    for (let count = 2; taken.has(free); count += 1) free = `${base}_${count}`
    taken.add(free)
    renamed.set(name, free)
  }
  return renamed
}

/** What templates know otherwise. */
const RESERVED = /^(?:env|true|false|none|and|or|not|in|is|if|else|_conversation)$/i

/** A text with variables as a template of promptfoo: everything but its variables is literal. */
export function promptfooTemplate(text: string, names: VariableNames): string {
  const parts = text.split(/(\\?\{\{[ \t]*[\p{L}_][\p{L}\p{N}_.-]*[ \t]*\}\})/u)
  return parts
    .map((part, index) => {
      // What stands before a variable must not become part of its braces.
      if (index % 2 === 0)
        return index === parts.length - 1 ? literal(part) : literal(part).replace(/\{$/, BRACE)
      if (part.startsWith('\\')) return literal(part.slice(1))
      const [name = ''] = variableNames(part)
      return `{{ ${names.get(name) ?? name} }}`
    })
    .join('')
}

const BRACE = '{{ "{" }}'

/** A text that a template leaves as it is: nothing in it begins a tag, or ends a comment that never began. */
export function literal(text: string): string {
  return text.replace(/\{(?=[{%#])|(?<=#)\}/g, (brace) => `{{ "${brace}" }}`)
}

/** The value of a variable. What begins like the name of a file would be read from the disk. */
export function promptfooValue(text: string): string {
  return /^(?:file|package):/i.test(text) ? ` ${text}` : text
}
