import type { Locator, Page } from '@playwright/test'

/** What a page did that no content may make it do. */
export interface Misdeeds {
  /** Calls of `alert`, `confirm`, `prompt` and `print`: what payloads run to prove themselves. */
  executed: () => Promise<number>
  /** Requests to other origins, whatever asked for them. */
  foreign: readonly string[]
}

/** Watches a page; must be called before it is loaded. */
export async function watchMisdeeds(page: Page, appUrl: string): Promise<Misdeeds> {
  const { origin } = new URL(appUrl)
  const foreign: string[] = []
  page.context().on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    if (protocol.startsWith('http') && target !== origin) foreign.push(request.url())
  })
  await page.addInitScript(() => {
    const calls: string[] = []
    Reflect.set(globalThis, 'hostileCalls', calls)
    for (const name of ['alert', 'confirm', 'prompt', 'print'])
      Reflect.set(globalThis, name, () => calls.push(name))
  })
  return {
    foreign,
    executed: () =>
      page.evaluate(() => {
        const calls: unknown = Reflect.get(globalThis, 'hostileCalls')
        return Array.isArray(calls) ? calls.length : -1
      }),
  }
}

/**
 * What stands in an element and loads, runs or leads away by itself: the element and why. Styles are
 * for formulas and for where a popover stands, and even there without addresses.
 */
export function inertFaults(element: Locator): Promise<string[]> {
  return element.evaluate((root) => {
    const forbidden = new Set(
      'SCRIPT IFRAME OBJECT EMBED LINK STYLE FORM BASE META FRAME APPLET MARQUEE'.split(' '),
    )
    const faultOf = (node: Element): string | undefined => {
      if (forbidden.has(node.tagName.toUpperCase())) return 'is there'
      const isFormula = node.namespaceURI === 'http://www.w3.org/1998/Math/MathML'
      const mayHaveStyle = isFormula || node.matches('[popover]')
      if (
        node.namespaceURI === 'http://www.w3.org/2000/svg' &&
        node.closest('svg.lucide, svg.tick-strip') === null
      )
        return 'is a drawing'
      for (const { name, value } of node.attributes) {
        if (name.startsWith('on')) return `${name}=${value}`
        if (name === 'style' && (!mayHaveStyle || /url|expression/i.test(value)))
          return `style=${value}`
        if (/^(?:src|poster|srcset)$/.test(name) && !/^(?:blob:|data:image\/)/.test(value))
          return `${name}=${value}`
        const leads = /^(?:(?:xlink:)?href|action|formaction|data|background|ping)$/.test(name)
        if (leads && !/^(?:https?:|mailto:|blob:|#download$)/.test(value)) return `${name}=${value}`
      }
      return undefined
    }
    return [...root.querySelectorAll('*')].flatMap((node) => {
      const fault = faultOf(node)
      return fault === undefined ? [] : [`${node.tagName} ${fault}`.slice(0, 200)]
    })
  })
}

/** Points at, focuses and toggles every node of an element, and presses every link in it. */
export function provoke(element: Locator): Promise<number> {
  return element.evaluate((root) => {
    const nodes = [...root.querySelectorAll('*')]
    for (const node of nodes) {
      for (const type of [
        'pointerover',
        'mouseover',
        'mouseenter',
        'focus',
        'toggle',
        'animationend',
      ])
        node.dispatchEvent(new Event(type, { bubbles: true }))
    }
    const links = nodes.filter((node) =>
      node.matches('a[href]:not([download]), button.md-image, .source-list button'),
    )
    for (const link of links)
      for (const type of ['click', 'auxclick'])
        link.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
    return links.length
  })
}
