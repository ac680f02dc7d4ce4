/**
 * Keeps the keys of an input method from the page: the Enter that picks a word sends nothing, its
 * Escape closes nothing, its arrows move nothing. For every handler, so none has to ask; the input
 * method itself has had the key before the page. Call it before anything else listens.
 *
 * Safari ends a composition before the key that ends it: only the key's code tells by then
 * (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export function keepInputMethodKeys(page: Pick<EventTarget, 'addEventListener'>): void {
  page.addEventListener(
    'keydown',
    (event) => {
      const { isComposing, keyCode } = event as KeyboardEvent
      if (isComposing || keyCode === OF_INPUT_METHOD) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}

const OF_INPUT_METHOD = 229
