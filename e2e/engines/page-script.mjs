// @ts-check
/**
 * What the smoke set asks of a page, by role and name as assistive technology reads them. The
 * functions run inside the page: each is sent as text and may use nothing from around it.
 */

/** @typedef {string | number | boolean | null} Argument */

/**
 * What was found of a control: the middle of it in the viewport in px, its text, and its value.
 * @typedef {{ x: number, y: number, isInView: boolean, text: string, value: string, disabled: boolean }} Found
 */

/**
 * The visible elements of a role and a name; a name that ends in … is the beginning of one.
 * @param {string} role @param {string} name @param {number} index from 0, or from the end below 0
 * @returns {Found | null}
 */
export function findByRole(role, name, index) {
  /** @type {Record<string, string>} */
  const selectors = {
    article: 'article',
    button: 'button',
    combobox: 'select',
    dialog: 'dialog',
    group: 'fieldset, details',
    heading: 'h1, h2, h3, h4',
    img: 'img',
    link: 'a[href]',
    radio: 'input[type=radio]',
    region: 'section',
    searchbox: 'input[type=search]',
    spinbutton: 'input[type=number]',
    status: 'output',
    textbox: 'textarea, input:not([type]), input[type=text], input[type=url]',
  }
  const plain = (/** @type {string | null | undefined} */ text) =>
    (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const nameOf = (/** @type {Element} */ element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const parts = ids.map((id) => plain(document.getElementById(id)?.textContent))
    if (parts.length > 0) return parts.join(' ')
    const label = element.getAttribute('aria-label') ?? element.getAttribute('alt')
    if (label !== null) return plain(label)
    const labels =
      'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
    return labels.length > 0
      ? plain(labels.map((node) => node.textContent).join(' '))
      : plain(element.textContent)
  }
  const isNamed = (/** @type {string} */ own) =>
    name.endsWith('…') ? own.startsWith(name.slice(0, -1)) : own === name
  const own = selectors[role]
  const found = [...document.querySelectorAll(`[role=${role}]${own ? `, ${own}` : ''}`)].filter(
    (element) =>
      (element.getAttribute('role') ?? role) === role &&
      element.getClientRects().length > 0 &&
      element.closest('[inert], [aria-hidden=true]') === null &&
      isNamed(nameOf(element)),
  )
  const element = found.at(index)
  if (element === undefined) return null
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  return {
    x,
    y,
    // While the page is being laid out, scrolling to it may come too early.
    isInView: x >= 0 && x < innerWidth && y >= 0 && y < innerHeight,
    text: element.textContent ?? '',
    value: 'value' in element ? String(element.value) : '',
    disabled: element.matches(':disabled, [aria-disabled=true]'),
  }
}

/** Whether a service worker has stored the app. @returns {boolean} */
export function isStored() {
  return navigator.serviceWorker.controller?.state === 'activated'
}

/** Faults since the page was opened: uncaught errors and violations of the security policy. @returns {string[]} */
export function faultsOfPage() {
  return /** @type {{ smokeFaults?: string[] }} */ (globalThis).smokeFaults ?? []
}

/** Keeps the faults of the page from now on. @returns {boolean} */
export function watchFaults() {
  /** @type {string[]} */
  const faults = []
  Object.assign(globalThis, { smokeFaults: faults })
  addEventListener('error', ({ message }) => faults.push(`uncaught: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => faults.push(`unhandled: ${reason}`))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    faults.push(`policy: ${violatedDirective} ${blockedURI}`),
  )
  return true
}
