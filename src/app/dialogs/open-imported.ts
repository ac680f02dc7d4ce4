import { shellStore, showDialog, showReceived } from '../shell-store.ts'
import { readImport } from './read-import.ts'

/** Shows what a text holds, before anything of it is applied. */
export function openImported(text: string): void {
  const read = readImport(text)
  if (read.kind === 'setup') return showReceived(read.reading)
  shellStore.setState({ imported: text })
  showDialog('import')
}
