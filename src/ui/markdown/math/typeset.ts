import 'temml/dist/Temml-Local.css'
import temml from 'temml'

const mathMl = 'http://www.w3.org/1998/Math/MathML'

/** The element of a formula; null where it is refused, too large or not understood. */
export function typeset(tex: string, display: boolean): Element | null {
  const made = formula(tex, display)
  return made === null ? null : build(made)
}

/** Styles are set property by property, which a policy without inline styles allows. */
function build({ tag, attributes, style, children }: FormulaElement): Element {
  const node =
    tag === 'span' ? document.createElement('span') : document.createElementNS(mathMl, tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  if ('style' in node && node.style instanceof CSSStyleDeclaration)
    for (const [name, value] of Object.entries(style)) Reflect.set(node.style, name, value)
  for (const child of children)
    node.appendChild(typeof child === 'string' ? document.createTextNode(child) : build(child))
  return node
}

/** A node of a formula: MathML by name, with nothing but what is known to be harmless. */
export type FormulaNode = string | FormulaElement

interface FormulaElement {
  tag: string
  attributes: Readonly<Record<string, string>>
  style: Readonly<Record<string, string>>
  children: readonly FormulaNode[]
}

/** Groups in groups deeper than this are refused: each level costs stack here and in the browser. */
const maxDepth = 60
/** Elements of one formula. */
const maxNodes = 3000

const tags = new Set(
  'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd menclose span'.split(
    ' ',
  ),
)
const attributes = new Set(
  'accent accentunder columnalign columnspan columnlines depth display displaystyle fence form height largeop linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width'.split(
    ' ',
  ),
)
const styles = new Set(
  'border borderBottom borderLeft borderRight borderTop color backgroundColor display fontFamily fontStyle fontWeight height justifyContent marginLeft mathDepth padding paddingBottom paddingLeft paddingRight paddingTop textAlign whiteSpace width'.split(
    ' ',
  ),
)
/** Lengths, colours and keywords; no function but colours, so nothing is fetched or run. */
const harmless = /^(?:[\w\s.,%#"'+-]|rgba?\([\d\s.,%]*\)){0,100}$/
const className = /^[\w\s-]{0,100}$/

/** TeX as data; null where it is not understood, too large or not allowed. Never throws. */
export function formula(tex: string, display: boolean): FormulaElement | null {
  if (depthOf(tex) > maxDepth) return null
  try {
    const tree: unknown = temml.__renderToMathMLTree(tex, {
      displayMode: display,
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize: [20, 200],
      maxExpand: 200,
    })
    const left = { nodes: maxNodes }
    const [made = null] = allowed(tree, left, 0)
    return typeof made === 'object' && made !== null ? made : null
  } catch {
    return null
  }
}

function depthOf(tex: string): number {
  let depth = 0
  let deepest = 0
  for (const [mark] of tex.matchAll(/[{}]|\\(?:begin|left|end|right)\b|\\./g)) {
    if (mark === '{' || mark === '\\begin' || mark === '\\left') depth += 1
    else if (mark === '}' || mark === '\\end' || mark === '\\right') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** The node with only what is allowed, a fragment as its parts; throws where an element is not. */
function allowed(node: unknown, left: { nodes: number }, depth: number): FormulaNode[] {
  left.nodes -= 1
  if (left.nodes < 0 || depth > 4 * maxDepth) throw new RangeError('The formula is too large.')
  if (typeof node !== 'object' || node === null) throw new TypeError('Not a node.')
  if ('text' in node) return [String(node.text)]
  const tag = 'type' in node ? String(node.type) : 'span'
  if ('href' in node || 'src' in node || !tags.has(tag)) throw new TypeError(`No ${tag} here.`)
  const parts = 'children' in node && Array.isArray(node.children) ? node.children : []
  const children = parts.flatMap((part) => allowed(part, left, depth + 1))
  if (!('attributes' in node)) return children
  const classes = 'classes' in node && Array.isArray(node.classes) ? node.classes : []
  const names = classes.filter(Boolean).join(' ')
  return [
    {
      tag,
      attributes: {
        ...pick(node.attributes, attributes),
        ...(names !== '' && className.test(names) ? { class: names } : {}),
      },
      style: pick('style' in node ? node.style : {}, styles),
      children,
    },
  ]
}

function pick(values: unknown, names: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) => {
      const key = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
      const text = String(value)
      return names.has(key) && harmless.test(text) ? [[key, text]] : []
    }),
  )
}
