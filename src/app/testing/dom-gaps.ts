/*
 * What happy-dom lacks of a browser, as far as the app asks for it, and its styles in short: nothing has a
 * box here, so only what the browser itself hides is hidden.
 */

import { DomWorker, pictures } from './dom-worker.ts'

/** Time between two frames, ms: happy-dom's have none between them, which keeps a core busy with waiting. */
const FRAME_MS = 2

/** Makes the globals of this process those of a browser that is good enough for the app. */
export function fillGaps(): void {
  Object.defineProperty(globalThis, 'isSecureContext', { value: true, configurable: true })
  Object.assign(HTMLElement.prototype, popovers)
  Object.assign(globalThis, { Worker: DomWorker, DataTransfer: DomTransfer, ...pictures })
  Element.prototype.scrollIntoView = () => undefined
  crypto.subtle.deriveKey = deriveKeyQuickly
  globalThis.requestAnimationFrame = (run) =>
    Number(setTimeout(() => run(performance.now()), FRAME_MS))
  globalThis.cancelAnimationFrame = (id) => clearTimeout(id)
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      for (const popover of document.querySelectorAll<HTMLElement>('[popover=auto][data-shown]'))
        if (!(target instanceof Node && popover.contains(target))) popover.hidePopover()
    },
    { capture: true },
  )
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) escape()
  })
  window.getComputedStyle = globalThis.getComputedStyle = (element: Element) =>
    ({
      display: isHiddenByBrowser(element) ? 'none' : 'block',
      visibility: 'visible',
      content: '',
      getPropertyValue: () => '',
    }) as unknown as CSSStyleDeclaration
}

const deriveKey = crypto.subtle.deriveKey.bind(crypto.subtle)

/** With one iteration where a passphrase asks for many: unit tests and those of the browser prove the real number. */
const deriveKeyQuickly: SubtleCrypto['deriveKey'] = (algorithm, ...rest) =>
  deriveKey(
    typeof algorithm === 'object' && 'iterations' in algorithm
      ? { ...algorithm, iterations: 1 }
      : algorithm,
    ...rest,
  )

/**
 * What belongs to a page goes with it: listeners of window and document, and channels to other tabs.
 * @returns ends all that was opened since
 */
export function followPage(): () => void {
  const ends: (() => void)[] = []
  for (const target of [globalThis, document] as EventTarget[]) {
    const listen = Reflect.get(target, 'addEventListener') as EventTarget['addEventListener']
    target.addEventListener = (...given: Parameters<EventTarget['addEventListener']>) => {
      Reflect.apply(listen, target, given)
      // The registry of Solana wallets is a package's, which outlives the page and listens once.
      if (new Error('who listens').stack?.includes('/@wallet-standard/app/') === true) return
      ends.push(() => target.removeEventListener(...given))
    }
    ends.push(() => (target.addEventListener = listen))
  }
  const Channel = globalThis.BroadcastChannel
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      ends.push(() => this.close())
    }
  }
  ends.push(() => (globalThis.BroadcastChannel = Channel))
  return () => {
    for (const end of ends) end()
  }
}

/** What a clipboard or a drag hands over; happy-dom's takes no file of Node, and doesn't say that it has some. */
class DomTransfer {
  readonly files: File[] = []
  readonly #texts = new Map<string, string>()
  readonly items = { add: (file: File) => this.files.push(file) }

  get types(): string[] {
    return [...this.#texts.keys(), ...(this.files.length > 0 ? ['Files'] : [])]
  }

  getData(type: string): string {
    return this.#texts.get(type) ?? ''
  }

  setData(type: string, text: string): void {
    this.#texts.set(type, text)
  }
}

const popovers: Pick<HTMLElement, 'showPopover' | 'hidePopover'> & ThisType<HTMLElement> = {
  showPopover() {
    if (!this.hasAttribute('data-shown')) toggle(this, 'open')
  },
  hidePopover() {
    if (this.hasAttribute('data-shown')) toggle(this, 'closed')
  },
}

function toggle(popover: HTMLElement, newState: 'open' | 'closed'): void {
  popover.toggleAttribute('data-shown', newState === 'open')
  // In a task of its own, as a browser does: what closes it may have something else to show first.
  setTimeout(() => popover.dispatchEvent(Object.assign(new Event('toggle'), { newState })))
}

/** What the browser does with Esc that nobody has taken. */
function escape(): void {
  const popover = [...document.querySelectorAll<HTMLElement>('[popover=auto][data-shown]')].at(-1)
  if (popover !== undefined) return popover.hidePopover()
  const dialog = [...document.querySelectorAll('dialog')].findLast(({ open }) => open)
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true })) === true) dialog.close()
}

function isHiddenByBrowser(element: Element): boolean {
  if (
    element.matches(
      '[hidden], [popover]:not([data-shown]), dialog:not([open]), head, script, style, template',
    )
  )
    return true
  const { parentElement } = element
  return parentElement?.matches('details:not([open])') === true && element.tagName !== 'SUMMARY'
}

/** Whether a person could see an element. */
export function isShown(element: Element | undefined): boolean {
  if (element === undefined || !element.isConnected) return false
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    if (isHiddenByBrowser(at)) return false
  return true
}
