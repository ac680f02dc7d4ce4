import X from 'lucide-react/icons/x'
import { useRef } from 'react'

import { formatBytes } from '../../../core/format/bytes.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'

interface FileFieldProps {
  /** The name of the field. */
  name: string
  chosen: readonly File[]
  multiple: boolean
  onChange: (files: readonly File[]) => void
  describedBy: string | undefined
}

/** Files of this device for a field of a form. */
export function FileField({ name, chosen, multiple, onChange, describedBy }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col items-start gap-1">
      <Button aria-describedby={describedBy} onClick={() => input.current?.click()}>
        {chosen.length === 0 || multiple ? 'Choose file' : 'Choose another file'}
        <span className="sr-only"> for {name}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        aria-label={name}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onChange(multiple ? [...chosen, ...files] : files)
        }}
      />
      {chosen.length > 0 && (
        <ul className="flex flex-col gap-1">
          {chosen.map((file, index) => (
            <li key={index} className="flex items-center gap-1 text-sm">
              <span className="font-mono">{file.name}</span>
              <span className="text-text-3 tabular-nums">
                {formatBytes(file.size)} {file.type}
              </span>
              <IconButton
                label={`Remove ${file.name}`}
                onClick={() => onChange(chosen.filter((other) => other !== file))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
