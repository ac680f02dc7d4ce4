import { type ByRoleMatcher, fireEvent, queryHelpers, queries } from '@testing-library/dom'
import { userEvent, type UserEvent } from '@testing-library/user-event'

import { isShown } from './dom-gaps.ts'
import { until } from './until.ts'

type Words = string | RegExp

interface RoleOptions {
  name?: Words
  exact?: boolean
  checked?: boolean
  expanded?: boolean
  pressed?: boolean
  selected?: boolean
  level?: number
}

interface FilterOptions {
  has?: DomLocator
  hasNot?: DomLocator
  hasText?: Words
  hasNotText?: Words
}

/** Whoever presses keys and buttons in this page. */
const user: UserEvent = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

/**
 * What Playwright's locator says, over the document of this process: elements by role and name, found
 * again at each use, and acted on once there is exactly one.
 */
export class DomLocator {
  readonly find: () => Element[]
  readonly says: string

  constructor(find: () => Element[], says: string) {
    this.find = find
    this.says = says
  }

  toString(): string {
    return this.says
  }

  getByRole(role: ByRoleMatcher, options: RoleOptions = {}): DomLocator {
    const { name, exact = false, ...rest } = options
    const isNamed = name === undefined ? {} : { name: (text: string) => fits(text, name, exact) }
    return this.#inside(`${String(role)} ${name === undefined ? '' : String(name)}`, (root) => [
      ...queries.queryAllByRole(root, role, { ...rest, ...isNamed }),
      ...(role === 'textbox' && name !== undefined ? passwordFields(root, name, exact) : []),
    ])
  }

  getByText(words: Words, { exact = false } = {}): DomLocator {
    const fitsIn = (element: Element) => fits(element.textContent, words, exact)
    return this.#inside(`text ${String(words)}`, (root) =>
      [...root.querySelectorAll('*')].filter(
        (one) =>
          fitsIn(one) && ![...one.children].some(fitsIn) && !/^(?:STYLE|SCRIPT)$/.test(one.tagName),
      ),
    )
  }

  getByLabel(words: Words, { exact = false } = {}): DomLocator {
    return this.#inside(`label ${String(words)}`, (root) =>
      queries.queryAllByLabelText(root, (text) => fits(text, words, exact)),
    )
  }

  getByTitle(words: Words, { exact = false } = {}): DomLocator {
    return this.#inside(`title ${String(words)}`, (root) =>
      queryHelpers.queryAllByAttribute('title', root, (text) => fits(text, words, exact)),
    )
  }

  locator(selector: string): DomLocator {
    const sibling = /^xpath=following-sibling::(\w+)$/.exec(selector)?.[1]?.toUpperCase()
    return this.#inside(selector, (root) =>
      sibling === undefined
        ? [...root.querySelectorAll<HTMLElement>(selector)]
        : siblingsAfter(root).filter(({ tagName }) => tagName === sibling),
    )
  }

  filter({ has, hasNot, hasText, hasNotText }: FilterOptions): DomLocator {
    const holds = (element: Element, inner: DomLocator) =>
      inner.find().some((one) => element !== one && element.contains(one))
    return new DomLocator(
      () =>
        this.find().filter(
          (one) =>
            (hasText === undefined || fits(one.textContent, hasText)) &&
            (hasNotText === undefined || !fits(one.textContent, hasNotText)) &&
            (has === undefined || holds(one, has)) &&
            (hasNot === undefined || !holds(one, hasNot)),
        ),
      `${this.says} with ${String(hasText ?? has?.says ?? hasNotText ?? hasNot?.says)}`,
    )
  }

  or(other: DomLocator): DomLocator {
    return new DomLocator(
      () => inOrder([...this.find(), ...other.find()]),
      `${this.says} or ${other.says}`,
    )
  }

  and(other: DomLocator): DomLocator {
    return new DomLocator(() => {
      const others = new Set(other.find())
      return this.find().filter((one) => others.has(one))
    }, `${this.says} and ${other.says}`)
  }

  nth(at: number): DomLocator {
    return new DomLocator(
      () => this.find().slice(at, at === -1 ? undefined : at + 1),
      `${this.says} #${at}`,
    )
  }

  first(): DomLocator {
    return this.nth(0)
  }

  last(): DomLocator {
    return this.nth(-1)
  }

  async count(): Promise<number> {
    return this.find().length
  }

  async all(): Promise<DomLocator[]> {
    return this.find().map((_, at) => this.nth(at))
  }

  async isVisible(): Promise<boolean> {
    return isShown(this.find()[0])
  }

  async isEnabled(): Promise<boolean> {
    return !isDisabled(await this.element())
  }

  async isChecked(): Promise<boolean> {
    return isChecked(await this.element())
  }

  async waitFor({
    state = 'visible',
  }: { state?: 'visible' | 'hidden' | 'attached' | 'detached' } = {}) {
    const wanted = {
      visible: () => isShown(this.find()[0]),
      hidden: () => !isShown(this.find()[0]),
      attached: () => this.find().length > 0,
      detached: () => this.find().length === 0,
    }[state]
    await until(wanted, () => `${this.says} is not ${state}`)
  }

  async textContent(): Promise<string> {
    return (await this.element()).textContent
  }

  async innerText(): Promise<string> {
    return (await this.element()).textContent
  }

  async allTextContents(): Promise<string[]> {
    return this.find().map(({ textContent }) => textContent)
  }

  async allInnerTexts(): Promise<string[]> {
    return this.allTextContents()
  }

  async inputValue(): Promise<string> {
    return valueOf(await this.element())
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name)
  }

  async evaluate<Result, Given>(run: (element: never, given: Given) => Result, given?: Given) {
    return run((await this.element()) as never, given as Given)
  }

  async evaluateAll<Result>(run: (elements: never[]) => Result): Promise<Result> {
    return run(this.find() as never[])
  }

  async click({
    button = 'left',
    modifiers = [],
  }: { button?: 'left' | 'right'; modifiers?: string[] } = {}) {
    const element = await this.#ready()
    for (const key of modifiers) await user.keyboard(`{${keyOf(key)}>}`)
    await user.pointer([
      { target: element },
      { keys: button === 'left' ? '[MouseLeft]' : '[MouseRight]', target: element },
    ])
    for (const key of modifiers) await user.keyboard(`{/${keyOf(key)}}`)
  }

  async dblclick(): Promise<void> {
    await user.dblClick(await this.#ready())
  }

  async hover(): Promise<void> {
    await user.hover(await this.#ready())
  }

  async focus(): Promise<void> {
    ;(await this.element()).focus()
  }

  async blur(): Promise<void> {
    ;(await this.element()).blur()
  }

  async fill(text: string): Promise<void> {
    const element = await this.#ready()
    element.focus()
    fireEvent.input(element, { target: { value: text } })
  }

  async clear(): Promise<void> {
    await this.fill('')
  }

  async press(keys: string): Promise<void> {
    await this.element()
    await twoFrames()
    // Only now: a dialog that closes gives the focus back in such a frame.
    ;(await this.element()).focus()
    await pressNow(keys)
  }

  async pressSequentially(text: string): Promise<void> {
    ;(await this.element()).focus()
    await typeText(text)
  }

  async check(): Promise<void> {
    if (!isChecked(await this.#ready())) await this.click()
    await until(
      () => isChecked(this.find()[0]),
      () => `${this.says} stays unchecked`,
    )
  }

  async uncheck(): Promise<void> {
    if (isChecked(await this.#ready())) await this.click()
  }

  async selectOption(choice: string | { label: string }): Promise<void> {
    const wanted = typeof choice === 'string' ? choice : choice.label
    const option = await until(
      () => {
        const select = this.find()[0]
        if (!(select instanceof HTMLSelectElement)) return undefined
        return [...select.options].find(({ value, text }) => value === wanted || text === wanted)
      },
      () => `${this.says} has no option ${wanted}`,
    )
    await user.selectOptions(await this.#ready(), option)
  }

  async setInputFiles(
    files:
      | { name: string; mimeType: string; buffer: Uint8Array<ArrayBuffer> }
      | { name: string; mimeType: string; buffer: Uint8Array<ArrayBuffer> }[],
  ): Promise<void> {
    const given = [files]
      .flat()
      .map(({ name, mimeType, buffer }) => new File([buffer], name, { type: mimeType }))
    await user.upload(await this.element(), given)
  }

  async dispatchEvent(type: string, init: object = {}): Promise<void> {
    fireEvent(
      await this.element(),
      Object.assign(new Event(type, { bubbles: true, cancelable: true }), init),
    )
  }

  async scrollIntoViewIfNeeded(): Promise<void> {
    await this.element()
  }

  /** The one element, as soon as there is exactly one. */
  element(): Promise<HTMLElement> {
    return until(
      () => {
        const [one, ...others] = this.find()
        if (others.length > 0) return undefined
        return one as HTMLElement | undefined
      },
      () => `${this.find().length} elements are ${this.says}`,
    )
  }

  /**
   * The one element, as soon as a person could act on it: it stays for two frames.
   */
  #ready(): Promise<HTMLElement> {
    const usable = () => {
      const [one, ...others] = this.find()
      const isUsable = others.length === 0 && isShown(one) && !isDisabled(one)
      return isUsable ? (one as HTMLElement) : undefined
    }
    return until(
      async () => {
        const found = usable()
        if (found === undefined) return undefined
        await twoFrames()
        return usable() === found ? found : undefined
      },
      () => `${this.find().length} elements are ${this.says}; one that can be used is wanted`,
    )
  }

  #inside(says: string, query: (root: HTMLElement) => Element[]): DomLocator {
    return new DomLocator(
      () => inOrder(this.find().flatMap((root) => query(root as HTMLElement))),
      `${this.says} › ${says}`,
    )
  }
}

/** What Playwright takes for text fields as well; by the standard they have no role. */
function passwordFields(root: HTMLElement, name: Words, exact: boolean): HTMLElement[] {
  return queries
    .queryAllByLabelText(root, (text) => fits(text, name, exact))
    .filter((field) => field.matches('input[type=password]') && isShown(field))
}

/** Whether a text has some words: as a person reads it, so that a string counts in any case and place. */
export function fits(text: string | null, words: Words, exact = false): boolean {
  const read = squeezed(text ?? '')
  if (words instanceof RegExp)
    return new RegExp(words.source, words.flags.replace('g', '')).test(read)
  if (exact) return read === squeezed(words)
  return read.toLowerCase().includes(squeezed(words).toLowerCase())
}

/** A text with single spaces. */
export function squeezed(text: string): string {
  return text.replaceAll('\u200B', '').replaceAll(/\s+/g, ' ').trim()
}

export function valueOf(element: Element): string {
  return (element as HTMLInputElement).value
}

export function isChecked(element: Element | undefined): boolean {
  if (element instanceof HTMLInputElement) return element.checked
  return element?.getAttribute('aria-checked') === 'true'
}

export function isDisabled(element: Element | undefined): boolean {
  return (
    element?.closest('fieldset:disabled, [inert]') != null ||
    (element as HTMLButtonElement | undefined)?.disabled === true ||
    element?.getAttribute('aria-disabled') === 'true'
  )
}

/** What React has drawn may not have run its effects yet, which nobody is quick enough to come before. */
async function twoFrames(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
}

/** Keys as Playwright names them, such as "Control+Enter". */
export async function pressKeys(keys: string): Promise<void> {
  await twoFrames()
  await pressNow(keys)
}

async function pressNow(keys: string): Promise<void> {
  const all = keys.split('+').map(keyOf)
  const last = all.pop() ?? ''
  const [down, up] = [all.map((key) => `{${key}>}`), all.toReversed().map((key) => `{/${key}}`)]
  await user.keyboard(
    `${down.join('')}${last.length === 1 ? last.replace(/[{[]/, '$&$&') : `{${last}}`}${up.join('')}`,
  )
}

export async function typeText(text: string): Promise<void> {
  await user.keyboard(text.replaceAll(/[{[]/g, '$&$&'))
}

/** As dictation and pasting do: without a key. */
export async function insertText(text: string): Promise<void> {
  await twoFrames()
  const field = document.activeElement as HTMLInputElement
  fireEvent.input(field, { target: { value: field.value + text } })
}

function keyOf(key: string): string {
  return key === 'ControlOrMeta' ? 'Control' : key === 'Space' ? ' ' : key
}

function inOrder(elements: Element[]): Element[] {
  return [...new Set(elements)].toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
}

function siblingsAfter(element: Element): Element[] {
  const next = element.nextElementSibling
  return next === null ? [] : [next, ...siblingsAfter(next)]
}
