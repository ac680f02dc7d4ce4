import Download from 'lucide-react/icons/download'

import { showNotLoaded } from '../../../ui/feedback/load-fault.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import type { ExportFormat } from './save-export.ts'

const FORMATS: readonly ExportFormat[] = ['CSV', 'JSONL', 'HTML', 'promptfoo', 'Board file']

/** Saves the board on the screen, or its results, in a format. */
export function ExportMenu() {
  return (
    <Menu
      label="Export"
      captioned
      icon={<Download size={14} aria-hidden />}
      items={FORMATS.map((label) => ({ label, onSelect: () => exportAs(label) }))}
    />
  )
}

function exportAs(format: ExportFormat): void {
  import('./save-export.ts').then(
    ({ saveExport }) => saveExport(format),
    () => void showNotLoaded('the export'),
  )
}
