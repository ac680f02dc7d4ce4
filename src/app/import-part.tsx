import { ImportDialog } from '../share/import/import-dialog.tsx'
import { showReceived } from './shell-store.ts'

/** Taking a setup by paste; what it holds is shown before anything of it is taken over. */
export function ImportPart({ onClose }: { onClose: () => void }) {
  return <ImportDialog onClose={onClose} onSetup={showReceived} />
}
