/**
 * Opens the file dialog for one file; undefined if the dialog is cancelled. Call it in a click handler.
 * `camera`: a phone opens this camera instead of its files.
 */
export async function pickFile(
  accept: string,
  camera?: 'environment' | 'user',
): Promise<File | undefined> {
  const [file] = await pick({ accept, ...(camera !== undefined && { capture: camera }) })
  return file
}

/** Opens the file dialog for any number of files of any type; none if it is cancelled. Call it in a click handler. */
export function pickFiles(): Promise<File[]> {
  return pick({ multiple: true })
}

function pick(
  choice: Partial<Pick<HTMLInputElement, 'accept' | 'capture' | 'multiple'>>,
): Promise<File[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', ...choice })
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
