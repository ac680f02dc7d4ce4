import type { ReactNode } from 'react'

interface FileButtonProps {
  /** Accessible name of the field: "Open a saved exchange". */
  label: string
  /** What `<input accept>` takes: ".json,application/json". */
  accept: string
  onFile: (file: File) => void
  children: ReactNode
}

/** A quiet button that asks for one file of this device. Choosing the same file again counts again. */
export function FileButton({ label, accept, onFile, children }: FileButtonProps) {
  return (
    <label className="inline-flex cursor-pointer items-center gap-1.5 rounded-md px-2.5 text-sm text-text-2 target focus-within:outline-2 hover:bg-surface-2 hover:text-text-1">
      {children}
      <input
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}
