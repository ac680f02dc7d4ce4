import 'temml/dist/Temml-Local.css'
import { formula, type FormulaElement } from './formula.ts'

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
