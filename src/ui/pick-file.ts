/**
 * Opens the file dialog for one file; undefined if the dialog is cancelled. Call it in a click handler.
 * `camera`: a phone opens this camera instead of its files.
 */
export function pickFile(
  accept: string,
  camera?: 'environment' | 'user',
): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    if (camera !== undefined) input.capture = camera
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}
