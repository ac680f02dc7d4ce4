// @ts-check
/**
 * Every failure that the contract knows, made by the local service, with what the page then says and
 * offers. The tests go through all of them (src/features/failures/failure-scenes.test.tsx), `npm run screenshots` keeps a
 * picture of each. A kind of failure without a scene is a type error.
 */
import { call, chooseModel, open, openSettings, say, setNumber, signIn } from './scene-steps.mjs'
import { topUpScenes } from './top-up-scenes.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').Route} Route */
/** @typedef {import('../../scripts/run-service.mjs').RunningService['ready']} Ready */
/** @typedef {import('../../contract/errors/service-error.ts').ServiceErrorKind} ServiceErrorKind */
/**
 * @typedef {object} Stage
 * @property {Page} page any page of the app, connected
 * @property {Ready} ready what the service says of itself
 */
/**
 * @typedef {object} FailureScene
 * @property {string} title how the alert begins
 * @property {string | RegExp} step the button that leads on, by its name
 * @property {'gateway'} [by] not the service itself: something before it, which the test plays
 * @property {(stage: Stage) => Promise<void>} prepare
 */

const CHAT = '**/chat/completions'

/** A message of which the service itself makes a failure. @param {number} status */
const asked =
  (status) =>
  /** @param {Stage} stage */
  ({ page }) =>
    say(page, `/fail ${status}`)

/** A model that always fails. @param {string} id @param {string} [text] */
const byModel =
  (id, text = 'Hello') =>
  /** @param {Stage} stage */
  async ({ page }) => {
    await chooseModel(page, id)
    await say(page, text)
  }

/**
 * A request whose headers are changed on its way to the service.
 * @param {(headers: Record<string, string>) => Record<string, string>} change
 */
const withHeaders =
  (change) =>
  /** @param {Stage} stage */
  async ({ page }) => {
    await page.route(CHAT, (/** @type {Route} */ route) =>
      route.continue({ headers: change(route.request().headers()) }),
    )
    await say(page, 'Hello')
  }

/** @param {Record<string, string>} headers */
function withoutKey({ authorization: _, ...headers }) {
  return headers
}

/**
 * Does something while the next chat request of the page is on its way: a limit that is reached then
 * can neither be over before, nor be met by another request of the page.
 * @param {Stage} stage @param {() => Promise<void>} act
 */
async function onTheWay({ page }, act) {
  await page.route(
    CHAT,
    async (/** @type {Route} */ route) => {
      await act()
      await route.continue()
    },
    { times: 1 },
  )
}

/**
 * Sends a request outside the page until the service answers 429.
 * @param {Stage} stage @param {string} path @param {object} [body]
 */
async function sendUntilLimited({ ready }, path, body) {
  for (let status = 0; status !== 429;)
    status = await fetch(ready.baseUrl + path, {
      headers: { authorization: `Bearer ${ready.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    }).then(async (response) => {
      await response.arrayBuffer()
      return response.status
    })
}

/** @type {Record<ServiceErrorKind | 'settlement_failed', FailureScene>} */
export const failureScenes = {
  invalid_request: {
    title: '400 Invalid request',
    step: 'Go to n',
    prepare: async ({ page }) => {
      await setNumber(page, 'n', '2000')
      await say(page, 'Hello')
    },
  },
  authentication_failed: {
    title: '401 Invalid API key',
    step: 'Open Connection',
    prepare: withHeaders((headers) => ({ ...headers, authorization: 'Bearer mistyped' })),
  },
  pro_only: {
    title: '401 Pro account required',
    step: /^Use sandbox-/,
    prepare: byModel('sandbox-pro'),
  },
  sign_in_rejected: {
    title: '401 Wallet sign-in rejected',
    step: 'Retry',
    prepare: withHeaders((headers) => ({ ...withoutKey(headers), 'sign-in-with-x': 'AAAA' })),
  },
  insufficient_balance: {
    title: '402 Insufficient balance',
    step: 'Pay with a wallet',
    prepare: async ({ page }) => {
      await chooseModel(page, 'sandbox-large')
      await setNumber(page, 'n', '1000')
      await say(page, 'Hello')
    },
  },
  key_limit_reached: {
    title: '402 Key spend limit reached',
    step: 'Open Connection',
    // Keys of the local service have no limits of their own.
    prepare: async ({ page }) => {
      const json = { error: 'API key USD spend limit exceeded' }
      const headers = { 'cf-ray': 'a1b2c3d4e5f60718-TST' }
      await page.route(CHAT, (/** @type {Route} */ route) =>
        route.fulfill({ status: 402, headers, json }),
      )
      await say(page, 'Hello')
    },
  },
  payment_discovery: {
    title: '402 Authentication required',
    step: 'Open Connection',
    prepare: withHeaders(withoutKey),
  },
  payment_required: {
    title: '402 Insufficient wallet balance',
    step: 'Top up',
    prepare: async ({ page }) => {
      await signIn(page)
      await open(page, 'Chat')
      await say(page, 'Hello')
    },
  },
  ...topUpScenes,
  forbidden: {
    title: '403 Not allowed',
    step: 'Open Connection',
    prepare: async ({ page }) => {
      await signIn(page)
      await call(page, 'GET', '/x402/balance/0x00000000000000000000000000000000000000b2')
    },
  },
  not_found: {
    title: '404 Not found',
    step: 'Retry',
    prepare: ({ page }) => call(page, 'GET', '/nothing/here'),
  },
  model_not_found: {
    title: '404 No such model',
    step: 'Choose another model',
    prepare: byModel('no-such-model'),
  },
  conflict: { title: '409 Already in progress', step: 'Retry', prepare: asked(409) },
  gone: { title: '410 No longer available', step: /^Use sandbox-/, prepare: asked(410) },
  payload_too_large: {
    title: '413 Request too large',
    step: 'Edit message',
    prepare: async ({ page }) => {
      await page.route(CHAT, (route) => {
        const { messages, ...rest } = route.request().postDataJSON()
        const long = [...messages, { role: 'user', content: 'x'.repeat(36_000_000) }]
        return route.continue({ postData: JSON.stringify({ ...rest, messages: long }) })
      })
      await say(page, 'Hello')
    },
  },
  unsupported_media_type: {
    title: '415 Unsupported content type',
    step: 'Retry',
    prepare: withHeaders((headers) => ({ ...headers, 'content-type': 'text/plain' })),
  },
  unprocessable: {
    title: '422 Content refused',
    step: 'Use suggested prompt',
    prepare: asked(422),
  },
  rate_limited: {
    title: '429 Rate limit reached',
    step: /^Retry/,
    prepare: async (stage) => {
      const messages = [{ role: 'user', content: '/tokens 1' }]
      await onTheWay(stage, () =>
        sendUntilLimited(stage, '/chat/completions', { model: 'sandbox-large', messages }),
      )
      await byModel('sandbox-large')(stage)
    },
  },
  abuse_blocked: {
    title: '429 Temporarily blocked',
    step: /^Retry in \d/,
    prepare: async (stage) => {
      await onTheWay(stage, () => sendUntilLimited(stage, '/nowhere'))
      await say(stage.page, 'Hello')
    },
  },
  inference_failed: {
    title: '500 Model failed',
    step: 'Retry',
    prepare: byModel('sandbox-broken'),
  },
  bad_gateway: { title: '502 Bad gateway', step: 'Retry', prepare: asked(502) },
  at_capacity: {
    title: '503 Model at capacity',
    step: 'Use sandbox-chat',
    prepare: byModel('sandbox-busy'),
  },
  timed_out: {
    title: '504 Request timed out',
    step: 'Retry with streaming',
    prepare: async (stage) => {
      const settings = await openSettings(stage.page)
      const stream = settings.getByRole('radiogroup', { name: 'stream', exact: true })
      await stream.getByRole('radio', { name: 'false', exact: true }).check()
      await byModel('sandbox-slow')(stage)
    },
  },
  unknown: { title: '418 Undocumented status', step: 'Retry', prepare: asked(418) },
}
