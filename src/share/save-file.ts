/** Offers a text as a file to save; nothing leaves the browser. */
export function saveTextFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}
