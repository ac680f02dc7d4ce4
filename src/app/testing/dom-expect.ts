import type { expect as playwrightExpect } from '@playwright/test'
import { getRoles, queries } from '@testing-library/dom'
import { expect as expectValue } from 'vitest'

import { isShown } from './dom-gaps.ts'
import { DomLocator, fits, isChecked, isDisabled, squeezed, valueOf } from './dom-locator.ts'
import { DomPage } from './dom-page.ts'
import { until } from './until.ts'

type Words = string | RegExp

/** Whether a text is some words, and nothing beside them. */
const is = (text: string | null | undefined, words: Words) =>
  text != null && (words instanceof RegExp ? words.test(text) : squeezed(text) === squeezed(words))
const contains = (text: string | null, words: Words) =>
  words instanceof RegExp ? fits(text, words) : squeezed(text ?? '').includes(squeezed(words))
/** Several texts: each of some elements has its own. */
const each =
  (words: Words | Words[], fit: (text: string | null, words: Words) => boolean) =>
  (all: Element[]) =>
    Array.isArray(words)
      ? all.length === words.length &&
        words.every((one, at) => fit(all[at]?.textContent ?? '', one))
      : all.length === 1 && fit(all[0]?.textContent ?? '', words)
/** What holds of exactly one element. */
const one = (holds: (element: Element) => boolean) => (all: Element[]) =>
  all.length === 1 && all[0] !== undefined && holds(all[0])

/** What assistive technology reads of an element. */
function computed(element: Element, part: 'name' | 'description'): string {
  let found = ''
  const read = (text: string, of: Element | null) => {
    if (of === element) found = text
    return false
  }
  const parent = element.parentElement ?? document.body
  for (const role of Object.keys(getRoles(element as HTMLElement)))
    queries.queryAllByRole(parent, role, { hidden: true, [part]: read })
  return found
}

/** What can be said of elements, in Playwright's words. */
const OF_ELEMENTS = {
  toBeVisible: () => one(isShown),
  toBeHidden: () => (all: Element[]) => !isShown(all[0]),
  toBeAttached: () => (all: Element[]) => all.length > 0,
  toHaveCount: (count: number) => (all: Element[]) => all.length === count,
  toContainText: (words: Words | Words[]) => each(words, contains),
  toHaveText: (words: Words | Words[]) =>
    each(words, (text, some) =>
      some instanceof RegExp ? some.test(squeezed(text ?? '')) : is(text, some),
    ),
  toHaveValue: (words: Words) =>
    one((element) =>
      words instanceof RegExp ? words.test(valueOf(element)) : valueOf(element) === words,
    ),
  toBeEmpty: () =>
    one((element) => ('value' in element ? element.value : element.textContent) === ''),
  toBeDisabled: () => one(isDisabled),
  toBeEnabled: () => one((element) => !isDisabled(element)),
  toBeEditable: () =>
    one((element) => !isDisabled(element) && !(element as HTMLInputElement).readOnly),
  toBeChecked: ({ checked = true } = {}) => one((element) => isChecked(element) === checked),
  toBeFocused: () => one((element) => document.activeElement === element),
  toHaveAccessibleName: (words: Words) => one((element) => is(computed(element, 'name'), words)),
  toHaveAccessibleDescription: (words: Words) =>
    one((element) => is(computed(element, 'description'), words)),
  toHaveAttribute: (name: string, words?: Words) =>
    one((element) =>
      words === undefined ? element.hasAttribute(name) : is(element.getAttribute(name), words),
    ),
}

function expectElements({ find, says }: DomLocator, isNot = false): object {
  const matchers = Object.entries(OF_ELEMENTS).map(([name, matcher]) => [
    name,
    (...args: [never, never]) => {
      const [words] = args
      const holds = matcher(...args)
      return until(
        () => holds(find()) !== isNot,
        () =>
          `expected ${says} ${isNot ? 'not ' : ''}${name} ${String(words ?? '')}; ${describe(find())}`,
        (args as unknown[])
          .map((it) => (it as { timeout?: number } | undefined)?.timeout)
          .find((it) => it !== undefined),
      )
    },
  ])
  return Object.fromEntries(matchers) as object
}

function describe(all: Element[]): string {
  const [first] = all
  if (first === undefined) return 'nothing is there'
  const value = 'value' in first ? ` with the value "${String(first.value)}"` : ''
  return `${all.length} there, the first${value}: ${squeezed(first.textContent).slice(0, 400)}`
}

function expectPage(page: DomPage, isNot = false): object {
  return {
    toHaveURL: (words: Words) =>
      until(
        () =>
          (words instanceof RegExp
            ? words.test(page.url())
            : new URL(words, page.url()).href === page.url()) !== isNot,
        () => `the page is at ${page.url()}`,
      ),
    toHaveTitle: (words: Words) =>
      until(
        () => is(document.title, words) !== isNot,
        () => `the title is ${document.title}`,
      ),
  }
}

function expectAny(value: unknown, message?: string): unknown {
  if (value instanceof DomPage)
    return {
      ...expectPage(value),
      not: expectPage(value, true),
      toBe: (other: unknown) => expectValue(value).toBe(other),
    }
  if (value instanceof DomLocator)
    return { ...expectElements(value), not: expectElements(value, true) }
  const isFunction = typeof value === 'function'
  return Object.assign(
    expectValue(value, message),
    isFunction && { toPass: () => toPass(value as () => unknown) },
  )
}

/** Until it doesn't throw. */
async function toPass(run: () => unknown): Promise<void> {
  let fault: unknown
  await until(
    async () => {
      try {
        await run()
        return true
      } catch (error) {
        fault = error
        return false
      }
    },
    () => String(fault),
  )
}

/** Playwright's `expect` for pages and locators of this process, Vitest's for all else. */
export const expect = Object.assign(expectAny, expectValue) as unknown as typeof playwrightExpect
