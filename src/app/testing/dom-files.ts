import { resolveObjectURL } from 'node:buffer'
import { Readable } from 'node:stream'

import { until } from './until.ts'

/** A file as Playwright hands it to a page. */
interface GivenFile {
  name: string
  mimeType: string
  buffer: Uint8Array<ArrayBuffer>
}

/** What a browser makes of a press that the page itself does: a dialog for files, or a saved file. */
const OF_PRESSES = {
  filechooser: (pressed: HTMLElement) =>
    pressed instanceof HTMLInputElement && pressed.type === 'file'
      ? {
          setFiles: async (given: GivenFile | GivenFile[]) => {
            const files = [given]
              .flat()
              .map(({ name, mimeType, buffer }) => new File([buffer], name, { type: mimeType }))
            Object.defineProperty(pressed, 'files', { value: files })
            pressed.dispatchEvent(new Event('change'))
          },
        }
      : undefined,
  download: (pressed: HTMLElement) => {
    if (!(pressed instanceof HTMLAnchorElement) || pressed.download === '') return undefined
    const blob = resolveObjectURL(pressed.href)
    if (blob === undefined) throw new Error(`Nothing is at ${pressed.href}.`)
    return {
      suggestedFilename: () => pressed.download,
      createReadStream: async () => Readable.fromWeb(blob.stream()),
    }
  },
}

/** The next file that the page asks for or saves. */
export async function nextFile<Name extends keyof typeof OF_PRESSES>(name: Name) {
  const click = Reflect.get(HTMLElement.prototype, 'click') as (this: HTMLElement) => void
  let found: ReturnType<(typeof OF_PRESSES)[Name]>
  HTMLElement.prototype.click = function press() {
    found ??= OF_PRESSES[name](this) as typeof found
    if (found === undefined) click.call(this)
  }
  try {
    return await until(
      () => found,
      () => `no ${name}`,
    )
  } finally {
    HTMLElement.prototype.click = click
  }
}
