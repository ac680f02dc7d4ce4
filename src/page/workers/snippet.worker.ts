import type { SnippetJob, SnippetReply } from '../../core/chat/tools/run-snippet.ts'

/*
 * The policy of this script's response allows it to evaluate and to reach nothing. A host may send none, so
 * that is tried before any snippet runs. What else a worker could touch (the database of this page, other
 * tabs, its files) is taken away here: only the language itself and a few harmless tools are left.
 */
const KEPT = new Set(
  (
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp ' +
    'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl ' +
    'ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array ' +
    'Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef Proxy Reflect ' +
    'FinalizationRegistry decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN ' +
    'Temporal console self setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone atob btoa ' +
    'TextEncoder TextDecoder URL URLSearchParams crypto performance'
  ).split(' '),
)

const say = globalThis.postMessage.bind(globalThis) as (reply: SnippetReply) => void

const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: string[]
) => SnippetFunction

void isSealed().then((sealed) => {
  if (!sealed) return say({ type: 'unsealed' })
  globalThis.addEventListener(
    'message',
    ({ data }: MessageEvent<SnippetJob>) => {
      run(data).then(
        (text) => say({ type: 'done', text }),
        (error: unknown) => say({ type: 'failed', message: String(error) }),
      )
    },
    { once: true },
  )
  for (let scope: object = globalThis; scope !== Object.prototype;) {
    for (const name of Object.getOwnPropertyNames(scope))
      if (!KEPT.has(name)) Reflect.deleteProperty(scope, name)
    scope = Object.getPrototypeOf(scope) as object
  }
  say({ type: 'ready' })
})

type SnippetFunction = (args?: unknown) => Promise<unknown>

/**
 * Whether code may be evaluated here and reaches nothing. `import()` is syntax, which can't be taken away:
 * only a policy refuses it, and one that refuses it for everything refuses the way that reaches nobody, too.
 */
async function isSealed(): Promise<boolean> {
  let load: SnippetFunction
  try {
    load = new AsyncFunction("await import('data:text/javascript,')")
  } catch {
    return false
  }
  const ways = await Promise.allSettled([load(), fetch(location.href, { method: 'HEAD' })])
  return ways.every(({ status }) => status === 'rejected')
}

async function run({ code, args, asJson = false }: SnippetJob): Promise<string> {
  const result = await new AsyncFunction('args', code)(args)
  if (typeof result === 'string' && !asJson) return result
  const text = JSON.stringify(result) as string | undefined
  if (text === undefined) throw new TypeError("the returned value can't be serialized as JSON")
  return text
}
