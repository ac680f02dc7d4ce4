import Lock from 'lucide-react/icons/lock'
import { useStore } from 'zustand'

import { lockPocket } from '../../core/wallet/pocket/pocket-account.ts'
import { pocket } from '../../page/wallet/pocket.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/hooks/location.tsx'

/** Lit while the pocket account can sign by itself; one press locks it. Dark, it leads to where it is unlocked. */
export function PocketLamp() {
  const isLit = useStore(pocket.store, ({ unlocked }) => unlocked.length > 0)
  return isLit ? (
    <Button
      variant="ghost"
      aria-label="Lock pocket account"
      title="The pocket account signs by itself. Press to lock it."
      onClick={() => lockPocket(pocket)}
    >
      <span aria-hidden className="size-2 rounded-full bg-good ring-3 ring-good/25" />
      <span className="max-xl:hidden">Pocket</span>
    </Button>
  ) : (
    <Link
      href="/wallet"
      aria-label="Pocket account locked"
      title="The pocket account is locked and signs nothing"
      className="flex shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm text-text-2 target hover:bg-surface-2"
    >
      <Lock size={15} aria-hidden className="text-warn" />
      <span className="max-xl:hidden">Pocket</span>
    </Link>
  )
}
