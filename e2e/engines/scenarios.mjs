// @ts-check
/** What has to work in every engine, each from an empty browser and a server of its own. */

/** @typedef {import('./person.mjs').Person} Person */

/**
 * @typedef {object} Scenario
 * @property {string} title
 * @property {boolean} [isStatic] on a plain web server, with no service
 * @property {(person: Person, appUrl: string, stopServer: () => Promise<void>) => Promise<void>} run
 */

const METRICS = 'Response metrics'

/** Sends a message. @param {Person} person @param {string} text */
async function say(person, text) {
  await person.fill('textbox', 'Message', text)
  await person.press('button', 'Send')
}

/** @param {string} text @returns {(found: { text: string }) => boolean} */
const contains = (text) => (found) => found.text.includes(text)

/** Shares the conversation and opens its link. @param {Person} person */
async function openOwnLink(person) {
  await person.press('button', 'Share')
  const { value } = await person.see('textbox', 'Link', (found) => found.value !== '')
  // A link within the page would only change its fragment.
  await person.goto('about:blank')
  await person.goto(value)
  await person.see('article', 'User message', contains('Hand me on'))
}

/** @type {Scenario[]} */
export const scenarios = [
  {
    title: 'a first message gets a response',
    run: async (person, appUrl) => {
      await person.goto(`${appUrl}chat`)
      await say(person, 'What are server-sent events?')
      await person.see('group', METRICS)
      await person.see('article', 'Assistant message', contains('is a simulator'))
    },
  },
  {
    title: 'Stop keeps what has arrived',
    run: async (person, appUrl) => {
      await person.goto(`${appUrl}chat`)
      await say(person, '/tokens 20000 /rate 30')
      await person.see('article', 'Assistant message', contains('Part 1'))
      await person.press('button', 'Stop')
      await person.see('button', 'Send')
      await person.see('article', 'Assistant message', contains('Part 1'))
    },
  },
  {
    title: 'a setting arrives at the service',
    run: async (person, appUrl) => {
      await person.goto(`${appUrl}chat`)
      await person.see('button', 'Connection', contains('local'))
      const isOpen = await person.seesFirst(['region', 'Settings'], ['button', 'Settings…'])
      if (!isOpen) await person.press('button', 'Settings…')
      await person.fill('searchbox', 'Search settings', 'temperature')
      await person.fill('spinbutton', 'temperature…', '0.3')
      await say(person, '/echo')
      await person.see('group', METRICS)
      await person.see('article', 'Assistant message', contains('"temperature": 0.3'))
    },
  },
  {
    title: 'an image is edited',
    run: async (person, appUrl) => {
      await person.goto(`${appUrl}image`)
      await person.press('button', 'Sample image')
      // It moves the prompt down.
      await person.see('img', 'Chosen image')
      await person.fill('textbox', 'Prompt', 'sepia')
      await person.press('button', 'Edit image')
      await person.see('img', 'Edited image')
    },
  },
  {
    title: 'the practice wallet tops up',
    run: async (person, appUrl) => {
      await person.goto(`${appUrl}wallet`)
      await person.press('button', 'Practice wallet')
      await person.press('button', 'Sign in')
      await person.press('button', 'Top up')
      await person.press('button', 'Confirm and sign $5.00')
      await person.see('heading', '$5.00 credited')
    },
  },
  {
    title: 'a share link carries the setup',
    run: async (person, appUrl) => {
      await person.goto(`${appUrl}chat`)
      await say(person, 'Hand me on')
      await person.see('group', METRICS)
      await openOwnLink(person)
    },
  },
  {
    title: 'a stored app opens a share link, and its chat without its server',
    run: async (person, appUrl, stopServer) => {
      await person.goto(`${appUrl}chat`)
      await say(person, 'Hand me on')
      await person.see('group', METRICS)
      await person.stored()
      await openOwnLink(person)
      const address = await person.address()
      await person.goto('about:blank')
      await stopServer()
      await person.goto(address)
      await person.see('article', 'User message', contains('Hand me on'))
    },
  },
  {
    title: 'a page without a service responds by itself',
    isStatic: true,
    run: async (person, appUrl) => {
      await person.goto(`${appUrl}chat/`)
      await person.see('status', 'Practice mode', contains('runs in this page'))
      await person.press('button', 'Structured output')
      await person.see('group', METRICS)
      await person.see('article', 'Assistant message', contains('Matches schema'))
    },
  },
]
