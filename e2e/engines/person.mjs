// @ts-check
import { setTimeout as delay } from 'node:timers/promises'

import { faultsOfPage, findByRole, isStored, watchFaults } from './page-script.mjs'

/** @typedef {import('./page-script.mjs').Found} Found */
/** @typedef {import('./tab.mjs').Tab} Tab */

/** How long a condition may take to come true, ms: it ends a run that hangs, and measures nothing. */
const PATIENCE_MS = 60_000
const ASK_EVERY_MS = 100

/**
 * Someone in front of a tab who knows controls by role and name.
 * @param {Tab} tab
 */
export function createPerson(tab) {
  /**
   * @param {string} role @param {string} name @param {number} index
   * @returns {Promise<Found | undefined>}
   */
  const look = async (role, name, index) =>
    /** @type {Found | null} */ (await tab.run(String(findByRole), role, name, index)) ?? undefined

  /**
   * Waits for a control that meets a condition.
   * @param {string} role @param {string} name
   * @param {(found: Found) => boolean} [condition] @param {number} [index]
   */
  const see = async (role, name, condition = () => true, index = 0) => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const found = await look(role, name, index)
      if (found !== undefined && condition(found)) return found
      if (Date.now() > end)
        throw new Error(
          found === undefined
            ? `There is no ${role} “${name}”.`
            : `The ${role} “${name}” stays as it is: ${JSON.stringify({ ...found, text: found.text.slice(0, 300) })}`,
        )
      await delay(ASK_EVERY_MS)
    }
  }

  /** Presses a control that is enabled and has come to rest. @param {string} role @param {string} name @param {number} [index] */
  const press = async (role, name, index = 0) => {
    let before = await see(role, name, ({ disabled }) => !disabled, index)
    await see(
      role,
      name,
      (now) => {
        const isAtRest = now.isInView && now.x === before.x && now.y === before.y && !now.disabled
        before = now
        return isAtRest
      },
      index,
    )
    await tab.clickAt(before.x, before.y)
  }

  return {
    see,
    press,
    /** Waits for one of two controls; true for the first. @param {[role: string, name: string]} first @param {[role: string, name: string]} second */
    seesFirst: async (first, second) => {
      const end = Date.now() + PATIENCE_MS
      while (Date.now() < end) {
        if ((await look(...first, 0)) !== undefined) return true
        if ((await look(...second, 0)) !== undefined) return false
        await delay(ASK_EVERY_MS)
      }
      throw new Error(`There is neither ${first.join(' ')} nor ${second.join(' ')}.`)
    },
    /** Opens an address. @param {string} url */
    goto: async (url) => {
      await tab.goto(url)
      await tab.run(String(watchFaults))
    },
    /** Replaces the text of a field. @param {string} role @param {string} name @param {string} text */
    fill: async (role, name, text) => {
      await press(role, name)
      await tab.selectAll()
      await tab.type(text)
      await see(role, name, ({ value }) => value === text)
    },
    /** Waits until the page and its files would open without a server. */
    stored: async () => {
      const end = Date.now() + PATIENCE_MS
      while ((await tab.run(String(isStored))) !== true) {
        if (Date.now() > end) throw new Error('The app is not stored.')
        await delay(ASK_EVERY_MS)
      }
    },
    /** Where the tab is. */
    address: async () => String(await tab.run('() => location.href')),
    /** @returns {Promise<string[]>} */
    faults: async () => /** @type {string[]} */ (await tab.run(String(faultsOfPage))),
  }
}

/** @typedef {ReturnType<typeof createPerson>} Person */
