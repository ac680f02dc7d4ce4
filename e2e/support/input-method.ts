import type { Locator } from '@playwright/test'

/** What comes of a key that ends a word in an input method; in Safari the composition is over by then. */
export const pressInInputMethod = (field: Locator, key: string): Promise<void> =>
  field.evaluate((target, pressed) => {
    const within = { key: pressed, keyCode: 229, bubbles: true, cancelable: true }
    target.dispatchEvent(new KeyboardEvent('keydown', { ...within, isComposing: true }))
    target.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    target.dispatchEvent(new CompositionEvent('compositionend', { data: '日本語', bubbles: true }))
    target.dispatchEvent(new KeyboardEvent('keydown', within))
  }, key)
