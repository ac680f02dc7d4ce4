const BLOCKS = new Set(
  'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section table tbody thead tr ul'.split(
    ' ',
  ),
)

/**
 * The readable text of an HTML or XHTML page: one line per block, cells apart by tabs. Its title is on one line, ''
 * when it has none.
 */
export function htmlText(source: string) {
  const pieces: string[] = []
  const titles: string[] = []
  let inTitle = false
  walkMarkup(source, {
    open: (name) => {
      if (name === 'title') inTitle = true
      else if (name === 'li') pieces.push('\n- ')
      else if (name === 'td' || name === 'th') pieces.push('\t')
      else if (BLOCKS.has(name)) pieces.push('\n')
    },
    close: (name) => {
      if (name === 'title') inTitle = false
      else if (BLOCKS.has(name) && name !== 'br') pieces.push('\n')
    },
    text: (text) => (inTitle ? titles : pieces).push(text.replaceAll(/\s+/g, ' ')),
  })
  return { title: titles.join('').trim(), text: tidyLines(pieces.join('')) }
}

/** Blanks and empty lines beyond one are taken out. */
export function tidyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\t]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Called on a walk through markup. Names are lower case and without their prefix. */
interface MarkupVisitor {
  open(name: string, attributes: string): void
  close?(name: string): void
  /** Text with its entities resolved. */
  text?(text: string): void
}

/** Elements of HTML whose content is not text for people. */
const RAW = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe'])

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  times: '×',
  deg: '°',
  laquo: '«',
  raquo: '»',
}

/**
 * Walks through XML or HTML once, from start to end, in linear time whatever it holds. Comments,
 * declarations and scripts are passed over; nothing that a document declares is expanded.
 */
export function walkMarkup(source: string, visitor: MarkupVisitor): void {
  let at = 0
  while (at < source.length) {
    const tag = source.indexOf('<', at)
    const textEnd = tag < 0 ? source.length : tag
    if (textEnd > at) visitor.text?.(resolveEntities(source.slice(at, textEnd)))
    if (tag < 0) return
    at = walkTag(source, tag, visitor)
  }
}

/** Passes one thing that begins with `<`; gives the place after it. */
function walkTag(source: string, tag: number, visitor: MarkupVisitor): number {
  if (source.startsWith('<!--', tag)) return after(source, '-->', tag + 4)
  if (source.startsWith('<![CDATA[', tag)) {
    const end = source.indexOf(']]>', tag)
    visitor.text?.(source.slice(tag + 9, end < 0 ? source.length : end))
    return after(source, ']]>', tag)
  }
  if (source.startsWith('<?', tag) || source.startsWith('<!', tag)) return after(source, '>', tag)
  const isClosing = source[tag + 1] === '/'
  const nameStart = tag + (isClosing ? 2 : 1)
  if (!/[A-Za-z_]/.test(source[nameStart] ?? '')) {
    visitor.text?.('<')
    return tag + 1
  }
  const end = tagEnd(source, nameStart)
  const inner = source.slice(nameStart, end)
  const [whole = ''] = /^[^\s/]+/.exec(inner) ?? []
  const name = whole.slice(whole.indexOf(':') + 1).toLowerCase()
  if (isClosing) {
    visitor.close?.(name)
    return end + 1
  }
  const isEmpty = inner.endsWith('/')
  // With a prefix it is XML of another kind, such as the p:style of a slide.
  if (name.length === whole.length && RAW.has(name) && !isEmpty)
    return afterRaw(source, name, end + 1)
  visitor.open(name, inner.slice(whole.length))
  if (isEmpty) visitor.close?.(name)
  return end + 1
}

/** The place of the `>` that ends a tag: not one inside of a quoted value. */
function tagEnd(source: string, start: number): number {
  let quote = ''
  for (let at = start; at < source.length; at += 1) {
    const char = source[at] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '>') return at
    else if ((char === '"' || char === "'") && source[at - 1] === '=') quote = char
  }
  return source.length
}

function afterRaw(source: string, name: string, start: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi')
  closing.lastIndex = start
  const found = closing.exec(source)
  return found ? after(source, '>', found.index) : source.length
}

function after(source: string, text: string, from: number): number {
  const found = source.indexOf(text, from)
  return found < 0 ? source.length : found + text.length
}

/** The value of an attribute, by its name without prefix; undefined when there is none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(
    attributes,
  )
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? undefined : resolveEntities(value)
}

function resolveEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : '\uFFFD'
    },
  )
}
