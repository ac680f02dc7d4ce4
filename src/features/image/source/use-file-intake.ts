import { useEffect } from 'react'

import { takeFile } from './take-source.ts'

/** Takes a file that is dropped anywhere on an element, or pasted while the page is shown. */
export function useFileIntake(element: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const area = element.current
    const take = (files: FileList | undefined, event: Event) => {
      const file = files?.[0]
      if (file === undefined) return
      event.preventDefault()
      void takeFile(file, file.name)
    }
    const onPaste = (event: ClipboardEvent) => take(event.clipboardData?.files, event)
    const onDrop = (event: DragEvent) => take(event.dataTransfer?.files, event)
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    area?.addEventListener('drop', onDrop)
    area?.addEventListener('dragover', onDragOver)
    return () => {
      document.removeEventListener('paste', onPaste)
      area?.removeEventListener('drop', onDrop)
      area?.removeEventListener('dragover', onDragOver)
    }
  }, [element])
}
