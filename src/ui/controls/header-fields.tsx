import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'

import { Button, IconButton } from './button.tsx'

type Headers = readonly (readonly [name: string, value: string])[]

interface HeaderFieldsProps {
  headers: Headers
  onChange: (headers: Headers) => void
  /** Why a header isn't sent, as a sentence. */
  faultOf: (name: string, value: string) => string | undefined
  /** What else to know about them. */
  note: string
}

/** The headers that a person adds to a request: each can be changed and removed. */
export function HeaderFields({ headers, onChange, faultOf, note }: HeaderFieldsProps) {
  const change = (index: number, header: Headers[number]) =>
    onChange(headers.map((before, at) => (at === index ? header : before)))
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2 empty:hidden">
        {headers.map(([name, value], index) => {
          const fault = name === '' ? undefined : faultOf(name, value)
          return (
            // Headers have no other identity: two may have one name for a moment.
            <li key={index} className="flex flex-col gap-1">
              <span className="flex items-center gap-1">
                <input
                  aria-label={`Name of header ${index + 1}`}
                  placeholder="X-Name"
                  value={name}
                  aria-invalid={fault !== undefined}
                  onChange={({ target }) => change(index, [target.value, value])}
                  className="w-24 min-w-0 grow field font-mono"
                />
                <input
                  aria-label={`Value of header ${index + 1}`}
                  placeholder="Value"
                  value={value}
                  onChange={({ target }) => change(index, [name, target.value])}
                  className="w-24 min-w-0 grow field font-mono"
                />
                <IconButton
                  label={`Remove header ${name}`.trim()}
                  onClick={() => onChange(headers.filter((_, at) => at !== index))}
                >
                  <X size={14} aria-hidden />
                </IconButton>
              </span>
              {fault !== undefined && <span className="text-xs text-bad">{fault}</span>}
            </li>
          )
        })}
      </ul>
      <Button
        variant="ghost"
        className="self-start"
        onClick={() => onChange([...headers, ['', '']])}
      >
        <Plus size={14} aria-hidden /> Add header
      </Button>
      <p className="text-xs text-text-3">{note}</p>
    </div>
  )
}
