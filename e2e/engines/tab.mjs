// @ts-check
/**
 * One tab of a browser engine: all that an engine has to offer for the smoke set.
 * @typedef {object} Tab
 * @property {string} version what the engine calls itself
 * @property {(url: string) => Promise<void>} goto opens an address
 * @property {(source: string, ...args: import('./page-script.mjs').Argument[]) => Promise<unknown>} run calls a function of the page, given as source text; JSON in and out
 * @property {(x: number, y: number) => Promise<void>} clickAt presses the mouse in the viewport, px
 * @property {(text: string) => Promise<void>} type types into what has the focus
 * @property {() => Promise<void>} selectAll selects all text of the field that has the focus
 * @property {() => Promise<void>} close ends the browser
 */

/**
 * How a tab of an engine is opened: undefined where the engine is missing on this machine.
 * @typedef {() => Promise<Tab | undefined>} OpenTab
 */

export const VIEWPORT = { width: 1280, height: 800 }
