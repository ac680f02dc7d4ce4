import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import { chooseFiles } from '../../../core/explore/draft.ts'
import type { ChosenFiles } from '../../../core/explore/explore.ts'
import { explore } from '../../../page/explore.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FileField } from '../form/file-field.tsx'

/** Files for fields that no description names: the name is written, then the file is chosen. */
export function FreeFormFiles({ files }: { files: ChosenFiles }) {
  const [name, setName] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const names = [...new Set([...Object.keys(files), ...added])]
  const taken = names.includes(name.trim())
  return (
    <div className="flex flex-col gap-2">
      {names.map((field) => (
        <div key={field} className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-sm">{field}</span>
          <FileField
            name={field}
            chosen={files[field] ?? []}
            multiple
            onChange={(chosen) => chooseFiles(explore, field, chosen)}
            describedBy={undefined}
          />
        </div>
      ))}
      <div className="flex gap-2">
        <input
          type="text"
          aria-label="File field name"
          placeholder="Name, e.g. image"
          spellCheck={false}
          value={name}
          onChange={({ target }) => setName(target.value)}
          className="min-w-0 field font-mono"
        />
        <Button
          disabled={name.trim() === '' || taken}
          onClick={() => {
            setAdded([...added, name.trim()])
            setName('')
          }}
        >
          <Plus size={14} aria-hidden />
          Add file field
        </Button>
      </div>
    </div>
  )
}
