// @ts-check
/**
 * Runs in the page, before its own scripts: at the wanted step of the first top-up it says so through
 * `benchHeld` and lets the page go no further, so that an interruption comes exactly there. "after send" is
 * held outside, by whoever gets the request. Pages opened later set `benchGoOn`.
 * @param {import('./plan.mjs').Step} wanted
 */
export function holdAtStep(wanted) {
  const isWanted = (/** @type {string} */ step) =>
    step === wanted && !Reflect.has(globalThis, 'benchGoOn')
  const tell = () => {
    const held = /** @type {unknown} */ (Reflect.get(globalThis, 'benchHeld'))
    if (typeof held === 'function') void held()
  }
  const realOf = (/** @type {object} */ target, /** @type {string} */ name) =>
    /** @type {Function} */ (Reflect.get(target, name))
  const never = () => new Promise(() => undefined)
  const STORE = 'intents'
  /** @type {WeakMap<IDBTransaction, string>} what a transaction writes */
  const written = new WeakMap()

  const transaction = realOf(IDBDatabase.prototype, 'transaction')
  IDBDatabase.prototype.transaction = function (...given) {
    const opened = transaction.apply(this, given)
    // The first listener: nobody else hears of it when it stops the event.
    opened.addEventListener('complete', (/** @type {Event} */ event) => {
      const state = written.get(opened)
      if (
        (state === 'intent' && isWanted('after intent')) ||
        (state === 'signed' && isWanted('after log commit'))
      ) {
        event.stopImmediatePropagation()
        tell()
      }
    })
    return opened
  }
  const add = realOf(IDBObjectStore.prototype, 'add')
  const put = realOf(IDBObjectStore.prototype, 'put')
  IDBObjectStore.prototype.add = function (value, ...rest) {
    if (this.name === STORE) written.set(this.transaction, value.state)
    return add.call(this, value, ...rest)
  }
  IDBObjectStore.prototype.put = function (value, ...rest) {
    if (this.name === STORE) {
      written.set(this.transaction, value.state)
      if (value.state === 'signed' && isWanted('after signature')) {
        tell()
        // Something that is never answered takes the place of the write.
        const silent = this.get(value.id)
        silent.addEventListener('success', (event) => event.stopImmediatePropagation())
        return silent
      }
    }
    return put.call(this, value, ...rest)
  }

  const isPayment = (/** @type {RequestInit | undefined} */ init) =>
    [...new Headers(init?.headers).keys()].includes('payment-signature')
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    if (!isPayment(init)) return response
    if (isWanted('after headers')) {
      tell()
      return never()
    }
    const { body } = response
    if (body === null) return response
    const getReader = realOf(body, 'getReader')
    Reflect.set(body, 'getReader', () => {
      const reader = getReader.call(body)
      const read = realOf(reader, 'read')
      reader.read = async () => {
        const piece = await read.call(reader)
        if (!piece.done || !isWanted('after body')) return piece
        tell()
        return never()
      }
      return reader
    })
    return response
  }
}

/**
 * Runs in the page: a client that loses patience after three seconds where it would wait a minute, so that an
 * answer which comes too late does not take a minute to try.
 */
export function hurryTimeouts() {
  const timeout = /** @type {Function} */ (globalThis.setTimeout)
  const hurried = (
    /** @type {TimerHandler} */ run,
    /** @type {number | undefined} */ ms,
    /** @type {unknown[]} */ ...rest
  ) => timeout(run, ms === 60_000 ? 3000 : ms, ...rest)
  Reflect.set(globalThis, 'setTimeout', hurried)
}
