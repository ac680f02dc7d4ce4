/**
 * Lets a person choose one file; undefined when they think better of it. Call it on a press. `camera`:
 * a phone opens this camera instead of its files.
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
