import Download from 'lucide-react/icons/download'
import { useState } from 'react'

import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { ExportDialog } from './export-dialog.tsx'

/** Saves the exchange as a file, or opens one that was saved. */
export function ExchangeMenu({ exchange }: { exchange: Exchange }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Save or open an exchange" onClick={() => setOpen(true)}>
        <Download size={15} aria-hidden />
      </IconButton>
      {open && <ExportDialog exchange={exchange} onClose={() => setOpen(false)} />}
    </>
  )
}
