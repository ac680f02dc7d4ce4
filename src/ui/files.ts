interface Given {
  /** Something within has taken it. */
  defaultPrevented: boolean
  preventDefault: () => void
}

interface Pasted extends Given {
  clipboardData: DataTransfer | null
}

interface Dropped extends Given {
  dataTransfer: DataTransfer | null
}

/** The files of a paste, which is then taken. A copied table comes with its picture: text is meant. */
export function pastedFiles(event: Pasted): File[] {
  const types = event.clipboardData?.types ?? []
  const isText = types.includes('text/html') && types.includes('text/plain')
  return isText ? [] : taken(event, event.clipboardData)
}

/** The files of a drop; whoever gets some has taken the event. */
export function droppedFiles(event: Dropped): File[] {
  return taken(event, event.dataTransfer)
}

/** Says of what is dragged over an element that files may be dropped there; false where it holds none. */
export function welcomesFiles(event: Dropped): boolean {
  const isWelcome = event.dataTransfer?.types.includes('Files') === true
  if (isWelcome) event.preventDefault()
  return isWelcome
}

/** Props that take the files that are pasted into or dropped on an element, before what is around it does. */
export function takesFiles(onFiles: (files: File[]) => void) {
  const give = (files: File[]) => {
    if (files.length > 0) onFiles(files)
  }
  return {
    onPaste: (event: Pasted) => give(pastedFiles(event)),
    onDragOver: welcomesFiles,
    onDrop: (event: Dropped) => give(droppedFiles(event)),
  }
}

/** The list is emptied when the event is over, so it is copied. */
function taken(event: Given, data: DataTransfer | null): File[] {
  const files = event.defaultPrevented ? [] : [...(data?.files ?? [])]
  if (files.length > 0) event.preventDefault()
  return files
}

/** Triggers a browser download of a file under a name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the address up by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
