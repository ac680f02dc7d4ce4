import { expect, test } from 'vitest'

import { keepInputMethodKeys } from './input-method.ts'

interface Press {
  key: string
  keyCode?: number
  isComposing?: boolean
}

/** The keys that handlers of a page hear of. */
function heard(presses: readonly Press[]): string[] {
  const page = new EventTarget()
  const keys: string[] = []
  keepInputMethodKeys(page)
  page.addEventListener('keydown', (event) => keys.push(String(Reflect.get(event, 'key'))))
  for (const press of presses) page.dispatchEvent(Object.assign(new Event('keydown'), press))
  return keys
}

test('keys reach the page', () => {
  const presses = [
    { key: 'Enter', keyCode: 13, isComposing: false },
    { key: 'Escape', keyCode: 27, isComposing: false },
    { key: 'a', keyCode: 65, isComposing: false },
  ]
  expect(heard(presses)).toEqual(['Enter', 'Escape', 'a'])
})

test('Enter, Escape and arrows within a composition do not', () => {
  const presses = ['Enter', 'Escape', 'ArrowDown'].map((key) => ({
    key,
    keyCode: 229,
    isComposing: true,
  }))
  expect(heard(presses)).toEqual([])
})

// https://bugs.webkit.org/show_bug.cgi?id=165004
test('nor does the key that ends a composition in Safari, which comes after it has ended', () => {
  expect(heard([{ key: 'Enter', keyCode: 229, isComposing: false }])).toEqual([])
})
