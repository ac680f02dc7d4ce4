import type { MathNode, MathView } from '../grammar/tree.ts'
import { visibleBidi } from '../visible-bidi.ts'

/** Makes the element of a formula, or null where it is too large, refused or not understood. */
export type Typesetter = (tex: string, display: boolean) => Promise<Element | null>

/** A formula in the DOM: its source, and once that is complete, the formula itself. */
export function mathView(
  { tex, source, display }: MathNode,
  document: Document,
  typeset: Typesetter | null,
): MathView {
  const dom = document.createElement('span')
  dom.setAttribute('class', display ? 'md-math md-math-display' : 'md-math')
  const words = document.createTextNode(visibleBidi(source))
  dom.appendChild(words)
  let closed = false
  return {
    dom,
    close() {
      if (closed) return
      closed = true
      void typeset?.(tex, display).then((formula) => {
        if (formula === null) return
        dom.replaceChild(formula, words)
        dom.setAttribute('data-source', source)
        if (!display) return
        // A formula that scrolls sideways must be reachable by keyboard.
        dom.setAttribute('tabindex', '0')
        dom.setAttribute('role', 'group')
        dom.setAttribute('aria-label', 'Formula')
      })
    },
  }
}
