/** Called before a link or remote picture opens. `url` has passed the link rules. */
export type OnLink = (url: string, event: MouseEvent) => void

/** Called with the number of the source, counted from 0, that a clicked marker names. */
export type OnCitation = (source: number) => void

const copiedFor = 2000

/** One listener for all that can be pressed; `codeOf` gives a block's source. Returns how to stop. */
export function listenForClicks(
  container: HTMLElement,
  codeOf: (block: Element) => string | undefined,
  onLink: OnLink | undefined,
  onCitation: OnCitation | undefined,
): () => void {
  const onClick = (event: MouseEvent) => {
    const { target } = event
    if (event.button > 1 || !(target instanceof Element)) return
    const copy = target.closest('button.md-copy')
    const block = copy?.closest('.md-code')
    if (copy && block) {
      copyText(copy, codeOf(block) ?? '')
      return
    }
    const table = target.closest('button.md-table-copy')
    if (table) {
      copyTable(table)
      return
    }
    const mark = target.closest('button.md-cite-mark')
    if (mark) {
      onCitation?.(Number(mark.getAttribute('data-source-index')))
      return
    }
    const note = target.closest('button[data-note]')
    if (note) {
      goToOther(container, note)
      return
    }
    const link = target.closest('a[href]')
    if (link instanceof HTMLAnchorElement) {
      onLink?.(link.href, event)
      return
    }
    const url = target.closest('button.md-image')?.getAttribute('data-url')
    if (!url) return
    onLink?.(url, event)
    if (!event.defaultPrevented) window.open(url, '_blank', 'noopener,noreferrer')
  }
  // A middle click opens a link too, so it is asked about too.
  container.addEventListener('click', onClick)
  container.addEventListener('auxclick', onClick)
  container.addEventListener('copy', copyWithFormulas)
  return () => {
    container.removeEventListener('click', onClick)
    container.removeEventListener('auxclick', onClick)
    container.removeEventListener('copy', copyWithFormulas)
  }
}

/** From the mark of a note to the note, and from that to the first of its marks. */
function goToOther(container: HTMLElement, button: Element): void {
  const other = button.matches('.md-note-back') ? 'button.md-note-mark' : '.md-note'
  const label = button.getAttribute('data-note')
  const found = [...container.querySelectorAll<HTMLElement>(other)].find(
    (one) => one.getAttribute('data-note') === label,
  )
  found?.focus()
}

function copyTable(button: Element): void {
  const table = button.closest('.md-table')?.querySelector('table')
  const form = button.getAttribute('data-form') === 'markdown' ? 'markdown' : 'tsv'
  if (table) copyText(button, tableText(table, form))
}

/** The labels of buttons that say for a moment what became of a press, and when that moment ends. */
const labels = new WeakMap<Element, { own: string; timer?: ReturnType<typeof setTimeout> }>()

function copyText(button: Element, source: string): void {
  const label = labels.get(button) ?? { own: button.textContent }
  labels.set(button, label)
  const say = (words: string) => {
    clearTimeout(label.timer)
    button.textContent = words
    label.timer = setTimeout(() => (button.textContent = label.own), copiedFor)
  }
  navigator.clipboard.writeText(source).then(
    () => say('Copied'),
    () => say('Not copied'),
  )
}

/** Copies the source of formulas and citation markers: their words alone are not what they are. */
function copyWithFormulas(event: ClipboardEvent): void {
  const selection = getSelection()
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return
  const fragment = selection.getRangeAt(0).cloneContents()
  const marks = fragment.querySelectorAll('[data-source]')
  if (marks.length === 0) return
  for (const mark of marks) mark.replaceWith(mark.getAttribute('data-source') ?? '')
  // Only text that is laid out has line breaks, so it stands in the page for a moment.
  const stage = document.createElement('div')
  stage.className = 'md md-stage'
  stage.appendChild(fragment)
  document.body.appendChild(stage)
  event.clipboardData?.setData('text/plain', stage.innerText)
  stage.remove()
  event.preventDefault()
}

type TableForm = 'tsv' | 'markdown'

const marks: Readonly<Record<string, string>> = { STRONG: '**', EM: '*', S: '~~' }
const tags = ['SUB', 'SUP', 'KBD']
const rules: Readonly<Record<string, string>> = {
  'md-left': ':--',
  'md-center': ':-:',
  'md-right': '--:',
}

function tableText(table: HTMLTableElement, form: TableForm): string {
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
