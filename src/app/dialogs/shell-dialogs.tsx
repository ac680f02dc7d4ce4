import { useEffect } from 'react'
import { useStore } from 'zustand'

import { isSharedFragment } from '../../core/share/shared-fragment.ts'
import { importStore, openImport, vaultDialogStore } from '../../page/dialog-stores.ts'
import { stayQuiet } from '../../page/quiet.ts'
import { part, showNotLoaded } from '../../ui/feedback/part.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useLocation, useSearchParams } from '../../ui/hooks/location.tsx'
import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { type ShellDialog, shellStore, showDialog, showReceived } from '../shell-store.ts'

/** Each dialog by its name; what opens one loads it ahead. */
export const shellDialogs = {
  connection: part(() => import('../connection/connection-dialog.tsx'), 'ConnectionDialog'),
  commands: part(() => import('../palette/command-palette.tsx'), 'CommandPalette'),
  shortcuts: part(() => import('../shortcuts/shortcuts-dialog.tsx'), 'ShortcutsDialog'),
  share: part(() => import('./sharing.tsx'), 'SharePart'),
  received: part(() => import('./received-part.tsx'), 'ReceivedPart'),
  import: part(() => import('./sharing.tsx'), 'ImportPart'),
} satisfies Record<ShellDialog, React.ComponentType<{ onClose: () => void }>>

const VaultDialog = part(() => import('../vault/vault-dialog.tsx'), 'VaultDialog')

/**
 * The dialog of the shell that is open, if any, and over it the one that unlocks keys. `?connect=1` in the address opens the connection, a
 * shared setup in its fragment the question whether to take it over.
 */
export function ShellDialogs() {
  useConnectParameter()
  useSharedFragment()
  useImportedText()
  useLaunchedFile()
  const dialog = useStore(shellStore, (shell) => shell.dialog)
  const isVaultShown = useStore(vaultDialogStore, ({ shown }) => shown !== undefined)
  const Part = dialog === undefined ? undefined : shellDialogs[dialog]
  return (
    <>
      {Part !== undefined && (
        <ErrorBoundary key={dialog}>
          <Part onClose={() => showDialog(undefined)} />
        </ErrorBoundary>
      )}
      {isVaultShown && (
        <ErrorBoundary key="vault">
          <VaultDialog />
        </ErrorBoundary>
      )}
    </>
  )
}

/** Other parts, and the service's page that allows an address, send a person here with `?connect=1`. */
function useConnectParameter() {
  const [pathname, navigate] = useLocation()
  const [search] = useSearchParams()
  const asked = search.has('connect')
  useEffect(() => {
    if (!asked) return
    const rest = new URLSearchParams(search)
    rest.delete('connect')
    const query = rest.size === 0 ? '' : `?${rest.toString()}`
    navigate(pathname + query + location.hash, { replace: true })
    // No connection has this id: the form for one to add is shown.
    if (search.get('connect') === 'new') shellStore.setState({ connectionToOpen: 'new' })
    showDialog('connection')
  }, [asked, search, pathname, navigate])
}

/**
 * A link's fragment is taken out of the address at once: a reload must not ask again, and a link copied
 * from the address bar must not carry what came from elsewhere.
 */
function useSharedFragment() {
  useEffect(() => {
    const receive = () => {
      const { hash, pathname, search } = location
      if (!isSharedFragment(hash)) return
      history.replaceState(history.state, '', pathname + search)
      stayQuiet()
      showReceived(hash)
    }
    receive()
    addEventListener('hashchange', receive)
    return () => removeEventListener('hashchange', receive)
  }, [])
}

function useImportedText() {
  useEffect(
    () =>
      importStore.subscribe(({ text = '' }) => {
        import('./open-imported.ts').then(
          ({ openImported }) => openImported(text),
          () => void showNotLoaded(),
        )
      }),
    [],
  )
}

/** What of the launch queue is used; the types of pages have none of it. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileHandle[] }) => void): void
}
interface FileHandle {
  getFile(): Promise<File>
}

function useLaunchedFile() {
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files: [handle] }) => {
      if (handle === undefined) return
      const text = handle.getFile().then((file) => file.text())
      text.then(openImport, () => showToast("Couldn't read the file."))
    })
  }, [])
}
