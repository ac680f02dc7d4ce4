// @ts-check
/** The sequences of input that WebDriver and WebDriver BiDi share. */

/** What WebDriver calls the Control key. */
const CONTROL = '\uE009'

/** @param {number} x @param {number} y in the viewport, px */
export function click(x, y) {
  return pointer([
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ])
}

/** @param {string} text */
export function typing(text) {
  return keyboard(Array.from(text, stroke).flat())
}

/** Control with a letter. @param {string} letter */
export function shortcut(letter) {
  return keyboard([
    { type: 'keyDown', value: CONTROL },
    ...stroke(letter),
    { type: 'keyUp', value: CONTROL },
  ])
}

/** @param {string} value */
function stroke(value) {
  return [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
}

/** @param {object[]} actions */
function pointer(actions) {
  return [{ type: 'pointer', id: 'mouse', actions }]
}

/** @param {object[]} actions */
function keyboard(actions) {
  return [{ type: 'key', id: 'keyboard', actions }]
}
