import Compass from 'lucide-react/icons/compass'
import Grid from 'lucide-react/icons/grid-2x2-check'
import Image from 'lucide-react/icons/image'
import MessageSquare from 'lucide-react/icons/message-square'
import Wallet from 'lucide-react/icons/wallet'
import { useEffect, useState } from 'react'

import { AreaLinks } from './area-links.tsx'

const icons = { Chat: MessageSquare, Image, Evaluate: Grid, Wallet, Explore: Compass }

/** The areas at the bottom of a narrow window, where a thumb reaches them; the message has their room while a keyboard is open. */
export function TabBar() {
  if (useKeyboardOpen()) return null
  return (
    <AreaLinks
      className="grid h-14 grid-cols-5 bg-surface-1 whitespace-nowrap low:h-11"
      linkClassName="flex-col justify-center gap-0.5 text-xs aria-[current]:text-accent! low:flex-row low:gap-1.5 low:max-sm:[&>svg]:hidden"
      icons={icons}
    />
  )
}

interface View {
  /** px of the page. */
  width: number
  /** px that can be seen, without the zoom of fingers. */
  height: number
  /** The focus is in something that is typed into. */
  isTyping: boolean
}

/** A keyboard takes more than this share of the height; the bars of a browser take less. */
const SHARE = 0.2

/** Tells from one view after the other whether a keyboard on the screen covers part of the page. */
export function watchKeyboard(): (view: View) => boolean {
  let tallest = { width: 0, height: 0 }
  return ({ width, height, isTyping }) => {
    // A phone that is turned has another height to compare with.
    if (width !== tallest.width || height > tallest.height) tallest = { width, height }
    return isTyping && height < (1 - SHARE) * tallest.height
  }
}

const TYPED_INTO = 'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])'

/** Whether the keyboard of a phone is open. */
export function useKeyboardOpen(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const viewport = visualViewport
    // Where a mouse points, a window that becomes lower was made lower.
    if (viewport === null || !matchMedia('(pointer: coarse)').matches) return undefined
    const isKeyboardOpen = watchKeyboard()
    const measure = () => ({
      width: document.documentElement.clientWidth,
      height: viewport.height * viewport.scale,
    })
    // Not measured when the focus moves: that is often while the page changes, which would then be laid out twice.
    let size = measure()
    const look = () =>
      setOpen(
        isKeyboardOpen({ ...size, isTyping: document.activeElement?.matches(TYPED_INTO) === true }),
      )
    const onResize = () => {
      size = measure()
      look()
    }
    look()
    viewport.addEventListener('resize', onResize)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', look)
    return () => {
      viewport.removeEventListener('resize', onResize)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', look)
    }
  }, [])
  return isOpen
}
