import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'

import sharp from 'sharp'

import { readPictureHeader } from '../../../contract/media/picture-header.ts'

/** The worker whose job is being done; what it tells the page goes to that one. */
const atWork = new AsyncLocalStorage<DomWorker>()

type Hear = (event: { data: unknown }) => void

/** Those that only compute; what must be apart from its page is the browser's. */
const OF_JOBS = [
  'features/evaluate/cases',
  'media/encoding/encoding',
  'media/picture/picture',
  'page/workers/validate',
].map((name) => `/src/${name}.worker.ts`)

/** What each worker's module listens with, by its address: all of them before there is a page, whose listeners are its own. */
const listeners = new Map<string, Hear>()
for (const pathname of OF_JOBS) listeners.set(pathname, await listenerOf(pathname))

/** A worker that answers jobs, in this process: its module is run once, and hears what the page sends. */
export class DomWorker extends EventTarget {
  readonly #hear: Hear

  constructor(url: string) {
    super()
    const { pathname } = new URL(url)
    const hear = listeners.get(pathname)
    if (hear === undefined) throw new Error(`${pathname} needs a browser.`)
    this.#hear = hear
    // The window of each test file brings its own.
    globalThis.postMessage = tellPage
  }

  postMessage(message: unknown): void {
    const data = structuredClone(message)
    queueMicrotask(() => atWork.run(this, () => this.#hear({ data })))
  }

  terminate(): void {
    // Jobs end by themselves.
  }
}

function tellPage(reply: unknown): void {
  const data = structuredClone(reply)
  const worker = atWork.getStore()
  worker?.dispatchEvent(Object.assign(new Event('message'), { data }))
}

async function listenerOf(pathname: string): Promise<Hear> {
  const heard: Hear[] = []
  const { addEventListener } = globalThis
  globalThis.addEventListener = ((type: string, listen: Hear, options?: object) => {
    if (type === 'message') heard.push(listen)
    else addEventListener(type, listen as never, options)
  }) as never
  try {
    await import(/* @vite-ignore */ path.join(process.cwd(), pathname))
  } finally {
    globalThis.addEventListener = addEventListener
  }
  const [hear] = heard
  if (hear === undefined) throw new Error(`${pathname} hears nothing.`)
  return hear
}

/** A picture is its sides here: nothing is drawn, so that what is written is empty. */
export const pictures = {
  createImageBitmap: async (blob: Blob) => {
    const header = readPictureHeader(new Uint8Array(await blob.arrayBuffer()))
    if (header?.size === undefined) throw new DOMException('No picture.', 'InvalidStateError')
    const { width, height } = header.size
    const upright = header.orientation < 5 ? { width, height } : { width: height, height: width }
    return { ...upright, close: () => undefined }
  },
  OffscreenCanvas: class {
    width: number
    readonly height: number
    constructor(width: number, height: number) {
      this.width = width
      this.height = height
    }
    getContext() {
      return { fillRect: () => undefined, drawImage: () => undefined }
    }
    async convertToBlob({ type }: { type: string }) {
      const { width, height } = this
      const background = { r: 0, g: 0, b: 0, alpha: 0 }
      const empty = sharp({ create: { width, height, channels: 4, background } })
      const bytes = await empty.toFormat(type.replace('image/', '') as 'png').toBuffer()
      return new Blob([new Uint8Array(bytes)], { type })
    }
  },
}
