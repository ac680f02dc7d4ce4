/** How a table is copied: for a spreadsheet, or as Markdown. */
export type TableForm = 'tsv' | 'markdown'

const marks: Readonly<Record<string, string>> = { STRONG: '**', EM: '*', S: '~~' }
const tags = ['SUB', 'SUP', 'KBD']
const rules: Readonly<Record<string, string>> = {
  'md-left': ':--',
  'md-center': ':-:',
  'md-right': '--:',
}

/** The text of a rendered table. */
export function tableText(table: HTMLTableElement, form: TableForm): string {
  const rows = [...table.rows].map((row) =>
    [...row.cells].map((cell) => (form === 'tsv' ? tsvCell(plainText(cell)) : markdownCell(cell))),
  )
  if (form === 'tsv') return rows.map((cells) => cells.join('\t')).join('\n')
  const head = table.rows[0]
  const rule = [...(head?.cells ?? [])].map((cell) => rules[cell.className] ?? '---')
  return [rows[0] ?? [], rule, ...rows.slice(1)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** A spreadsheet reads a cell that starts so as a formula; an apostrophe makes it text. */
function tsvCell(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return /^[=+@-]/.test(line) && !/^[+-]?[\d.,]+%?$/.test(line) ? `'${line}` : line
}

function plainText(node: Node): string {
  if (node instanceof Element && node.hasAttribute('data-source'))
    return node.getAttribute('data-source') ?? ''
  if (node instanceof Text) return node.data
  if (node instanceof HTMLBRElement) return ' '
  return [...node.childNodes].map(plainText).join('')
}

function markdownCell(cell: Node): string {
  return [...cell.childNodes].map(inlineMarkdown).join('').trim()
}

function inlineMarkdown(node: Node): string {
  if (node instanceof Text) return escaped(node.data)
  if (!(node instanceof Element)) return ''
  if (node.hasAttribute('data-source')) return piped(node.getAttribute('data-source') ?? '')
  const inner = () => [...node.childNodes].map(inlineMarkdown).join('')
  const mark = marks[node.tagName]
  if (mark !== undefined) return mark + inner() + mark
  if (node.tagName === 'CODE') return codeSpan(node.textContent ?? '')
  if (node instanceof HTMLAnchorElement) return `[${inner()}](${piped(node.href)})`
  if (node.tagName === 'BR') return '<br>'
  if (tags.includes(node.tagName)) {
    const tag = node.tagName.toLowerCase()
    return `<${tag}>${inner()}</${tag}>`
  }
  return inner()
}

function codeSpan(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return piped(fence + pad + text + pad + fence)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]|~$^<]/g, '\\$&').replaceAll('\n', ' ')
}

function piped(text: string): string {
  return text.replaceAll('|', '\\|')
}
