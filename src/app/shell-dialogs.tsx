import { Suspense, useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useStore } from 'zustand'

import { ErrorBoundary } from './error-boundary.tsx'
import { commandPalette, connectionDialog, shareDialog, shortcutsDialog } from './parts.ts'
import { type ShellDialog, shellStore, showDialog } from './shell-store.ts'

const parts: Record<ShellDialog, React.ComponentType<{ onClose: () => void }>> = {
  connection: connectionDialog.Part,
  commands: commandPalette.Part,
  shortcuts: shortcutsDialog.Part,
  share: shareDialog.Part,
}

/** The dialog of the shell that is open, if any. `?connect=1` in the address opens the connection. */
export function ShellDialogs() {
  useConnectParameter()
  const dialog = useStore(shellStore, (shell) => shell.dialog)
  if (dialog === undefined) return null
  const Part = parts[dialog]
  return (
    <ErrorBoundary key={dialog}>
      <Suspense>
        <Part onClose={() => showDialog(undefined)} />
      </Suspense>
    </ErrorBoundary>
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
    showDialog('connection')
  }, [asked, search, pathname, navigate])
}
